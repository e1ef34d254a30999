//! The interface as an OpenAPI document, made from the code that answers.
//!
//! A route is added by [`Routes`], which takes the handler for the router and reads its signature for the document:
//! what it takes and answers cannot be told otherwise than it is. Only the sentence about it is written by hand.

mod document;
mod page;
mod signature;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::handler::Handler;
use axum::routing::{MethodFilter, on};
use schemars::{JsonSchema, Schema};

use crate::Games;

pub use document::document;
pub use page::page;
pub use signature::{Answer, Argument, Documented, Telling};

/// Routes that belong together, each with its handler and what the document says of it.
pub struct Routes {
    /// What they are about, as the document groups them.
    about: &'static str,
    most_bytes: Option<usize>,
    router: Router<Games>,
    operations: Vec<Operation>,
}

/// One thing that can be asked of the server.
#[derive(Clone)]
pub struct Operation {
    pub about: &'static str,
    pub method: &'static str,
    pub path: &'static str,
    pub says: &'static str,
    /// The name of the handler, which nothing else has.
    pub handler: &'static str,
    pub tell: fn(&mut Telling),
    /// Where the answer is no JSON, what it is.
    pub sends: Option<&'static str>,
    /// Where the handler has its JSON ready as text, the schema of it.
    pub answers: Option<fn(&mut Telling) -> Schema>,
    /// The answer leads to another address.
    pub leads_on: bool,
}

impl Routes {
    pub fn about(what: &'static str) -> Routes {
        Routes { about: what, most_bytes: None, router: Router::new(), operations: Vec::new() }
    }

    /// From here on bodies may have so many bytes.
    #[must_use]
    pub fn with_bodies_of(mut self, most_bytes: usize) -> Routes {
        self.most_bytes = Some(most_bytes);
        self
    }

    #[must_use]
    pub fn get<H, T, D>(self, path: &'static str, handler: H, says: &'static str) -> Routes
    where
        H: Handler<T, Games> + Documented<D>,
        T: 'static,
    {
        self.add(("get", MethodFilter::GET), path, handler, says)
    }

    #[must_use]
    pub fn post<H, T, D>(self, path: &'static str, handler: H, says: &'static str) -> Routes
    where
        H: Handler<T, Games> + Documented<D>,
        T: 'static,
    {
        self.add(("post", MethodFilter::POST), path, handler, says)
    }

    #[must_use]
    pub fn put<H, T, D>(self, path: &'static str, handler: H, says: &'static str) -> Routes
    where
        H: Handler<T, Games> + Documented<D>,
        T: 'static,
    {
        self.add(("put", MethodFilter::PUT), path, handler, says)
    }

    #[must_use]
    pub fn delete<H, T, D>(self, path: &'static str, handler: H, says: &'static str) -> Routes
    where
        H: Handler<T, Games> + Documented<D>,
        T: 'static,
    {
        self.add(("delete", MethodFilter::DELETE), path, handler, says)
    }

    fn add<H, T, D>(
        mut self,
        (method, filter): (&'static str, MethodFilter),
        path: &'static str,
        handler: H,
        says: &'static str,
    ) -> Routes
    where
        H: Handler<T, Games> + Documented<D>,
        T: 'static,
    {
        let mut route = on(filter, handler);
        if let Some(most) = self.most_bytes {
            route = route.layer(DefaultBodyLimit::max(most));
        }
        self.router = self.router.route(path, route);
        self.operations.push(Operation {
            about: self.about,
            method,
            path,
            says,
            handler: std::any::type_name::<H>(),
            tell: H::tell,
            sends: None,
            answers: None,
            leads_on: false,
        });
        self
    }

    /// What was added last answers with this kind of thing, and not with JSON.
    #[must_use]
    pub fn sends(mut self, kind: &'static str) -> Routes {
        if let Some(last) = self.operations.last_mut() {
            last.sends = Some(kind);
        }
        self
    }

    /// What was added last answers with JSON of this type, which it has ready as text.
    #[must_use]
    pub fn answers<T: JsonSchema>(mut self) -> Routes {
        if let Some(last) = self.operations.last_mut() {
            last.answers = Some(Telling::answers::<T>);
        }
        self
    }

    /// What was added last leads on to another address.
    #[must_use]
    pub fn leads_on(mut self) -> Routes {
        if let Some(last) = self.operations.last_mut() {
            last.leads_on = true;
        }
        self
    }

    /// These and those.
    #[must_use]
    pub fn and(mut self, others: Routes) -> Routes {
        self.router = self.router.merge(others.router);
        self.operations.extend(others.operations);
        self
    }

    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    pub fn router(self) -> Router<Games> {
        self.router
    }
}
