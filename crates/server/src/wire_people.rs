//! What the server sends about people, as types: see [`crate::wire`].

use club::hook::HookKind;
use club::notices::Wishes;
use club::people::devices::Device;
use club::people::entry::DeviceLink;
use club::people::holidays::Holiday;
use club::people::keys::Key;
use club::people::reached::KeptHook;
use club::people::{Person, Role};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// What everybody may know of the club before he comes in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ClubInfo {
    /// Who may become a member: `open`, `invitation` or `off`.
    pub registration: &'static str,
    /// Whether one may begin and join games without being a member.
    pub guests: bool,
    /// Whether this server sends mail.
    pub mail: bool,
    /// Whether this server has passkeys.
    pub passkeys: bool,
    /// The address by which the server wants to be called: passkeys work there alone.
    pub address: String,
}

/// Everything a person may know of himself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Me {
    pub name: String,
    pub role: Role,
    pub created: i64,
    /// Only if he has shown that it is his.
    pub mail: Option<String>,
    pub wishes: Wishes,
    /// Minutes of his clock east of Greenwich.
    pub zone: i32,
    pub devices: Vec<MyDevice>,
    pub passkeys: Vec<MyKey>,
    /// How many recovery codes are left.
    pub codes: usize,
    pub hooks: Vec<MyHook>,
    /// What a browser needs to subscribe to push messages.
    pub push_key: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MyDevice {
    pub id: String,
    pub name: String,
    pub created: i64,
    pub seen: i64,
    /// Whether it is the one that asks.
    pub this: bool,
    /// Whether push messages go there.
    pub push: bool,
}

impl MyDevice {
    pub fn of(device: Device, this: &str, pushed: &[String]) -> MyDevice {
        let Device { id, name, created, seen } = device;
        MyDevice { this: id == this, push: pushed.contains(&id), id, name, created, seen }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MyKey {
    pub id: String,
    pub name: String,
    pub created: i64,
    pub used: Option<i64>,
}

impl From<Key> for MyKey {
    fn from(Key { id, name, created, used }: Key) -> MyKey {
        MyKey { id, name, created, used }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MyHook {
    pub id: String,
    #[cfg_attr(feature = "ts", ts(type = "\"discord\" | \"matrix\" | \"json\""))]
    pub kind: HookKind,
    pub address: String,
    pub created: i64,
}

impl From<KeptHook> for MyHook {
    fn from(KeptHook { id, kind, address, created }: KeptHook) -> MyHook {
        MyHook { id, kind, address, created }
    }
}

/// Days off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MyHoliday {
    pub id: String,
    /// Seconds since 1970.
    pub starts: i64,
    /// The first moment after it.
    pub ends: i64,
}

impl From<Holiday> for MyHoliday {
    fn from(Holiday { id, starts, ends }: Holiday) -> MyHoliday {
        MyHoliday { id, starts, ends }
    }
}

/// Somebody has come in: the only time the token of his device is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Entered {
    pub token: String,
    pub name: String,
    pub role: Role,
}

impl From<club::people::entry::Entered> for Entered {
    fn from((person, token): club::people::entry::Entered) -> Entered {
        Entered { token: token.as_str().to_owned(), name: person.name, role: person.role }
    }
}

/// A link that lets another device in, and the same as a square code (SVG).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "DeviceLink"))]
#[schemars(rename = "DeviceLink")]
pub struct LinkForDevice {
    pub link: String,
    pub qr: String,
    pub until: i64,
}

impl From<DeviceLink> for LinkForDevice {
    fn from(DeviceLink { link, qr, until }: DeviceLink) -> LinkForDevice {
        LinkForDevice { link, qr, until }
    }
}

/// The first half of a ceremony with a passkey: what the browser is asked, and the name under which it answers.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Ceremony {
    pub ceremony: String,
    #[cfg_attr(feature = "ts", ts(type = "any"))]
    pub asked: Value,
}

/// What everybody may know of a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PersonCard {
    pub name: String,
    pub role: Role,
    pub created: i64,
}

impl From<Person> for PersonCard {
    fn from(person: Person) -> PersonCard {
        PersonCard { name: person.name, role: person.role, created: person.created }
    }
}
