//! Games over HTTP.
