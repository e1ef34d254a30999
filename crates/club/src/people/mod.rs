//! Who is a member, and what he is called.

pub mod codes;
pub mod devices;
pub mod entry;
pub mod holidays;
pub mod keys;
pub mod mail;
pub mod passes;
pub mod reached;
pub mod seats;

use serde::{Deserialize, Serialize};
use store::{Row, Sql};

use crate::care::Keeper;
use crate::care::addresses::{came_from, refuse_barred};
use crate::care::book::{self, About, What};
use crate::care::leaving::FORMER;
use crate::club::now;
use crate::notices::Wishes;
use crate::settings::Registration;
use crate::token::{Token, word};
use crate::{Club, Error, names};
use passes::Purpose;

/// What somebody may do beside playing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Role {
    Member,
    Moderator,
    Owner,
}

impl Role {
    pub fn word(self) -> &'static str {
        match self {
            Role::Member => "member",
            Role::Moderator => "moderator",
            Role::Owner => "owner",
        }
    }

    pub fn read(word: &str) -> Option<Role> {
        [Role::Member, Role::Moderator, Role::Owner].into_iter().find(|role| role.word() == word)
    }
}

/// A member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    pub id: String,
    pub name: String,
    pub role: Role,
    /// Only if he has shown that it is his.
    pub mail: Option<String>,
    pub wishes: Wishes,
    /// Minutes of his clock east of Greenwich, as his browser last told.
    pub zone: i32,
    pub created: i64,
}

const COLUMNS: &str = "id, name, role, mail, wishes, zone, created";

pub(crate) fn read_person(row: &Row) -> Result<Person, store::Fault> {
    Ok(Person {
        id: row.text(0)?,
        name: row.text(1)?,
        role: Role::read(&row.text(2)?).unwrap_or(Role::Member),
        mail: row.maybe_text(3)?,
        wishes: serde_json::from_str(&row.text(4)?).unwrap_or_default(),
        zone: row.int(5)? as i32,
        created: row.int(6)?,
    })
}

/// A person by his id.
///
/// # Errors
/// There is none.
pub fn person(sql: &mut dyn Sql, id: &str) -> Result<Person, Error> {
    let rows = sql.query(&format!("SELECT {COLUMNS} FROM person WHERE id = ?1"), &[id.into()])?;
    rows.first().map(read_person).transpose()?.ok_or(Error::NoPerson)
}

/// A person by his name, however it is written.
///
/// # Errors
/// There is none.
pub fn named(sql: &mut dyn Sql, name: &str) -> Result<Person, Error> {
    let nobody = || {
        let name: String = name.chars().take(80).collect();
        Error::NotFound(format!("there is nobody called `{name}`"))
    };
    let key = names::key(name).ok_or_else(nobody)?;
    let rows = sql.query(&format!("SELECT {COLUMNS} FROM person WHERE key = ?1"), &[key.into()])?;
    rows.first().map(read_person).transpose()?.ok_or_else(nobody)
}

/// Who wants to become a member.
#[derive(Clone, Debug, Default)]
pub struct Newcomer {
    pub name: String,
    /// What his device is called in his list.
    pub device: String,
    /// The word that a member gave him.
    pub invitation: Option<Token>,
    pub zone: i32,
    /// The address he comes from, where it is known.
    pub address: Option<String>,
}

/// A name that a person can have, with its key.
pub(crate) fn good_name(text: &str) -> Result<(String, String), Error> {
    let name = names::shown(text);
    match names::key(&name) {
        Some(key) if Some(&key) == names::key(FORMER).as_ref() => Err(Error::Conflict(format!(
            "`{FORMER}` is what those are called who have left: take another name"
        ))),
        Some(key) => Ok((name, key)),
        None => Err(Error::Malformed("expected a name with letters or figures in it".into())),
    }
}

impl Club {
    /// Makes somebody a member; his name and the token of his first device.
    ///
    /// # Errors
    /// The name is taken, or newcomers are not let in.
    pub async fn register(&self, new: Newcomer) -> Result<(Person, Token), Error> {
        let (name, key) = good_name(&new.name)?;
        let owner = self.settings().owner.as_deref().and_then(names::key);
        let registration = self.settings().registration;
        self.write(move |sql| {
            if !sql.query("SELECT 1 FROM person WHERE key = ?1", &[key.as_str().into()])?.is_empty() {
                return Err(Error::Conflict(format!("`{name}` is taken: take another name")));
            }
            let owned = !sql.query("SELECT 1 FROM person WHERE role = 'owner' LIMIT 1", &[])?.is_empty();
            let role = if !owned && owner.as_ref() == Some(&key) { Role::Owner } else { Role::Member };
            if role == Role::Member {
                refuse_barred(sql, new.address.as_deref())?;
                let_in(sql, registration, new.invitation.as_ref())?;
            }
            let person = Person {
                id: word::<12>(),
                name,
                role,
                mail: None,
                wishes: Wishes::default(),
                zone: zone(new.zone),
                created: now(),
            };
            let wishes = serde_json::to_string(&person.wishes).unwrap_or_default();
            sql.execute(
                "INSERT INTO person (id, name, key, role, wishes, zone, created)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                &[
                    person.id.as_str().into(),
                    person.name.as_str().into(),
                    key.into(),
                    role.word().into(),
                    wishes.into(),
                    i64::from(person.zone).into(),
                    person.created.into(),
                ],
            )?;
            came_from(sql, &person.id, new.address.as_deref())?;
            let token = devices::add(sql, &person.id, &new.device)?;
            Ok((person, token))
        })
        .await
    }

    pub async fn person(&self, id: &str) -> Result<Person, Error> {
        let id = id.to_owned();
        self.read(move |sql| person(sql, &id)).await
    }

    pub async fn named(&self, name: &str) -> Result<Person, Error> {
        let name = name.to_owned();
        self.read(move |sql| named(sql, &name)).await
    }

    /// Gives a person another name.
    ///
    /// # Errors
    /// It is taken.
    pub async fn rename(&self, id: &str, name: &str) -> Result<Person, Error> {
        let ((name, key), id) = (good_name(name)?, id.to_owned());
        let renamed = id.clone();
        let done = self.write(move |sql| {
            give_name(sql, &id, &name, &key)?;
            person(sql, &id)
        });
        let done = done.await?;
        self.0.devices.forget(&renamed);
        Ok(done)
    }

    /// Keeps what a person wants to be told, and where his clock stands.
    ///
    /// # Errors
    /// It cannot be wished.
    pub async fn wish(&self, id: &str, wishes: Wishes, at: i32) -> Result<(), Error> {
        wishes.check().map_err(Error::Malformed)?;
        let (id, wishes) = (id.to_owned(), serde_json::to_string(&wishes).unwrap_or_default());
        self.write(move |sql| {
            sql.execute(
                "UPDATE person SET wishes = ?2, zone = ?3 WHERE id = ?1",
                &[id.as_str().into(), wishes.into(), i64::from(zone(at)).into()],
            )?;
            crate::notices::book::look_soon(sql, &id, now())?;
            Ok(())
        })
        .await?;
        self.0.due.notify_one();
        Ok(())
    }

    /// Gives somebody a role. Owners do that, and there is always one of them.
    ///
    /// # Errors
    /// `by` may not, or there is nobody of that name.
    pub async fn set_role(&self, by: &str, name: &str, role: Role) -> Result<Person, Error> {
        let (by, name) = (by.to_owned(), name.to_owned());
        self.write(move |sql| {
            if person(sql, &by)?.role != Role::Owner {
                return Err(Error::Forbidden("only the owner of the server gives roles".into()));
            }
            set_role(sql, &Keeper::Person(by), &name, role)
        })
        .await
    }

    /// Gives somebody a role, whoever says so: for who has the machine in hand.
    ///
    /// # Errors
    /// There is nobody of that name.
    pub async fn appoint(&self, name: &str, role: Role) -> Result<Person, Error> {
        let name = name.to_owned();
        self.write(move |sql| set_role(sql, &Keeper::Machine, &name, role)).await
    }

    /// A word for a newcomer.
    ///
    /// # Errors
    /// Nobody is let in.
    pub async fn invite(&self, by: &str) -> Result<Token, Error> {
        if self.settings().registration == Registration::Off {
            return Err(Error::Forbidden("this server takes no new members".into()));
        }
        let by = by.to_owned();
        self.write(move |sql| {
            let person = person(sql, &by)?;
            passes::issue(sql, Purpose::Invite, Some(&person.id), "", passes::TWO_WEEKS)
        })
        .await
    }
}

/// Gives a person a name, at his seats too.
///
/// # Errors
/// It is taken.
pub(crate) fn give_name(sql: &mut dyn Sql, id: &str, name: &str, key: &str) -> Result<(), Error> {
    let others = "SELECT 1 FROM person WHERE key = ?1 AND id <> ?2";
    if !sql.query(others, &[key.into(), id.into()])?.is_empty() {
        return Err(Error::Conflict(format!("`{name}` is taken: take another name")));
    }
    let set = "UPDATE person SET name = ?2, key = ?3 WHERE id = ?1";
    sql.execute(set, &[id.into(), name.into(), key.into()])?;
    sql.execute("UPDATE seat SET name = ?2 WHERE person = ?1", &[id.into(), name.into()])?;
    sql.execute("UPDATE chat SET name = ?2 WHERE person = ?1", &[id.into(), name.into()])?;
    sql.notify(&format!("person {id}"))?;
    Ok(())
}

fn set_role(sql: &mut dyn Sql, by: &Keeper, name: &str, role: Role) -> Result<Person, Error> {
    let mut person = named(sql, name)?;
    let owners = sql.query("SELECT id FROM person WHERE role = 'owner'", &[])?;
    if person.role == Role::Owner && role != Role::Owner && owners.len() < 2 {
        return Err(Error::Forbidden("the server would have no owner: make somebody else one first".into()));
    }
    let set = "UPDATE person SET role = ?2 WHERE id = ?1";
    sql.execute(set, &[person.id.as_str().into(), role.word().into()])?;
    book::note(sql, by, What::Role, About::person(&person.id), role.word())?;
    person.role = role;
    Ok(person)
}

/// Whether a newcomer may come in; his word is used by that.
fn let_in(sql: &mut dyn Sql, how: Registration, word: Option<&Token>) -> Result<(), Error> {
    let no = |why: &str| Err(Error::Forbidden(why.to_owned()));
    match (how, word) {
        (Registration::Open, _) => Ok(()),
        (Registration::Off, _) => no("this server takes no new members"),
        (Registration::Invitation, None) => {
            no("this server takes new members by invitation: ask one for a link")
        }
        (Registration::Invitation, Some(word)) => match passes::redeem(sql, Purpose::Invite, word)? {
            Some(_) => Ok(()),
            None => no("this invitation is unknown, too old, or has been used"),
        },
    }
}

/// No clock on earth is farther off.
fn zone(minutes: i32) -> i32 {
    minutes.clamp(-14 * 60, 14 * 60)
}
