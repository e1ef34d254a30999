//! Proofs: clause by clause.
