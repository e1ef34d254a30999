//! What a handler's signature tells of it: what it takes from a request, and what it answers.

use std::future::Future;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Response, Sse};
use schemars::generate::{Contract, SchemaSettings};
use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::super::extract::{Bearer, Body, Path, Query};
use crate::{Error, Games};

/// What is being told of an operation, and the schemas of all of them.
pub struct Telling {
    asked: SchemaGenerator,
    answered: SchemaGenerator,
    /// Of the operation that is being told.
    pub now: Told,
}

/// What one operation takes and answers.
#[derive(Default)]
pub struct Told {
    /// The types of what stands in the address, in turn.
    pub places: Vec<Schema>,
    /// What stands after the question mark, as an object.
    pub query: Option<Schema>,
    pub body: Option<Schema>,
    /// Bytes that are no JSON.
    pub bytes: bool,
    pub token: bool,
    pub status: u16,
    pub answer: Option<Schema>,
    pub stream: bool,
    /// How it may fail, as numbers.
    pub fails: Vec<u16>,
}

impl Telling {
    pub fn new() -> Telling {
        let words = |contract: Contract| {
            let settings = SchemaSettings::draft2020_12().with(|s| {
                s.definitions_path = "/components/schemas".into();
                s.meta_schema = None;
                s.contract = contract;
            });
            settings.into_generator()
        };
        Telling {
            asked: words(Contract::Deserialize),
            answered: words(Contract::Serialize),
            now: Told::default(),
        }
    }

    /// The schema of something that is sent to the server.
    pub fn asks<T: JsonSchema>(&mut self) -> Schema {
        self.asked.subschema_for::<T>()
    }

    /// The schema of something that the server sends.
    pub fn answers<T: JsonSchema>(&mut self) -> Schema {
        self.answered.subschema_for::<T>()
    }

    /// The same, in place and not by its name.
    fn asks_here<T: JsonSchema>(&mut self) -> Schema {
        T::json_schema(&mut self.asked)
    }

    fn may_fail(&mut self, with: &[u16]) {
        self.now.fails.extend(with);
    }

    /// All schemas by name: those of what is sent, and those of what is answered.
    pub fn schemas(mut self) -> [serde_json::Map<String, serde_json::Value>; 2] {
        [self.asked.take_definitions(true), self.answered.take_definitions(true)]
    }
}

/// Something that a handler takes from a request.
pub trait Argument {
    fn tell(telling: &mut Telling);
}

/// Something that a handler answers.
pub trait Answer {
    fn tell(telling: &mut Telling);
}

/// A handler, with `D` the list of what it takes.
pub trait Documented<D> {
    fn tell(telling: &mut Telling);
}

macro_rules! documented {
    ($($argument:ident),*) => {
        impl<F, Fut, R, $($argument),*> Documented<($($argument,)*)> for F
        where
            F: Fn($($argument),*) -> Fut,
            Fut: Future<Output = R>,
            R: Answer,
            $($argument: Argument),*
        {
            fn tell(telling: &mut Telling) {
                $($argument::tell(telling);)*
                R::tell(telling);
            }
        }
    };
}

documented!();
documented!(A);
documented!(A, B);
documented!(A, B, C);
documented!(A, B, C, D);
documented!(A, B, C, D, E);
documented!(A, B, C, D, E, G);
documented!(A, B, C, D, E, G, H);

/// Arguments that a client knows nothing of.
macro_rules! unseen {
    ($($kind:ty),*) => {
        $(impl Argument for $kind {
            fn tell(_: &mut Telling) {}
        })*
    };
}

unseen!(State<Games>, HeaderMap);

impl<T: JsonSchema> Argument for Path<T> {
    fn tell(telling: &mut Telling) {
        let mut schema = telling.asks_here::<T>();
        telling.now.places = match schema.remove("prefixItems") {
            Some(serde_json::Value::Array(items)) => {
                items.into_iter().filter_map(|item| Schema::try_from(item).ok()).collect()
            }
            _ => vec![schema],
        };
        telling.may_fail(&[400, 404]);
    }
}

impl<T: JsonSchema> Argument for Query<T> {
    fn tell(telling: &mut Telling) {
        telling.now.query = Some(telling.asks_here::<T>());
        telling.may_fail(&[400]);
    }
}

impl Argument for Bearer {
    fn tell(telling: &mut Telling) {
        telling.now.token = true;
        telling.may_fail(&[401, 403]);
    }
}

impl<T: JsonSchema> Argument for Body<T> {
    fn tell(telling: &mut Telling) {
        telling.now.body = Some(telling.asks::<T>());
        // Who has a body may have words in it that let nobody in.
        telling.may_fail(&[400, 403, 404, 408, 409, 413, 422]);
    }
}

impl Argument for axum::body::Body {
    fn tell(telling: &mut Telling) {
        telling.now.bytes = true;
        telling.may_fail(&[400, 408, 413]);
    }
}

impl<T: JsonSchema> Answer for Json<T> {
    fn tell(telling: &mut Telling) {
        telling.now.status = 200;
        telling.now.answer = Some(telling.answers::<T>());
    }
}

impl<T: Answer> Answer for Result<T, Error> {
    fn tell(telling: &mut Telling) {
        T::tell(telling);
        telling.may_fail(&[500, 503]);
    }
}

/// Something new stands there now.
impl<T: JsonSchema> Answer for (StatusCode, Json<T>) {
    fn tell(telling: &mut Telling) {
        <Json<T>>::tell(telling);
        telling.now.status = 201;
    }
}

/// Done, and nothing to say.
impl Answer for StatusCode {
    fn tell(telling: &mut Telling) {
        telling.now.status = 204;
    }
}

/// Something that is no JSON: the route says what.
impl Answer for Response {
    fn tell(telling: &mut Telling) {
        telling.now.status = 200;
    }
}

impl<S> Answer for Sse<S> {
    fn tell(telling: &mut Telling) {
        telling.now.status = 200;
        telling.now.stream = true;
    }
}
