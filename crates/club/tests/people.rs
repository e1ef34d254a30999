//! Becoming a member, coming in, and being shut out.

mod common;

use club::people::{Newcomer, Role};
use club::{Error, Registration, Settings};
use common::{House, PostOffice, link, word};
use serde_json::json;

fn newcomer(name: &str) -> Newcomer {
    Newcomer { name: name.into(), device: "Test".into(), ..Newcomer::default() }
}

#[tokio::test]
async fn a_name_belongs_to_one_person_however_it_is_written() {
    let house = House::new().await;
    let (ann, token) = house.member("Ann of Ohio").await;
    let bearer = house.club.bearer(&token).await.unwrap().unwrap();
    assert_eq!((bearer.person, bearer.name.as_str()), (ann.id.clone(), "Ann of Ohio"));
    for copy in ["Ann of Ohio", "ann  OF ohio", "Ann \u{43e}f Ohio"] {
        assert!(matches!(house.club.register(newcomer(copy)).await, Err(Error::Conflict(_))), "{copy}");
    }
    assert!(matches!(house.club.register(newcomer(" \u{200b} ")).await, Err(Error::Malformed(_))));
    let (bob, _) = house.member("Bob").await;
    assert!(matches!(house.club.rename(&bob.id, "ANN of Ohio").await, Err(Error::Conflict(_))));
    assert_eq!(house.club.rename(&ann.id, "Ann of Texas").await.unwrap().name, "Ann of Texas");
    assert_eq!(house.club.named("ann of texas").await.unwrap().id, ann.id);
    assert!(matches!(house.club.named("Ann of Ohio").await, Err(Error::NotFound(_))));
}

#[tokio::test]
async fn the_owner_is_who_the_server_says_and_gives_roles() {
    let house = House::with(Settings {
        owner: Some("Ann".into()),
        registration: Registration::Off,
        ..Settings::default()
    })
    .await;
    assert!(matches!(house.club.register(newcomer("Bob")).await, Err(Error::Forbidden(_))));
    let (ann, _) = house.member("ann").await;
    assert_eq!(ann.role, Role::Owner);
    let open = House::new().await;
    let (bob, _) = open.member("Bob").await;
    open.member("Carl").await;
    assert!(matches!(open.club.set_role(&bob.id, "Carl", Role::Moderator).await, Err(Error::Forbidden(_))));
    assert_eq!(open.club.appoint("Bob", Role::Owner).await.unwrap().role, Role::Owner);
    assert_eq!(open.club.set_role(&bob.id, "Carl", Role::Moderator).await.unwrap().role, Role::Moderator);
    let last = open.club.set_role(&bob.id, "Bob", Role::Member).await;
    assert!(matches!(last, Err(Error::Forbidden(_))), "there is always an owner");
}

#[tokio::test]
async fn an_invitation_lets_one_newcomer_in() {
    let settings =
        Settings { registration: Registration::Invitation, owner: Some("Ann".into()), ..Settings::default() };
    let house = House::with(settings).await;
    let (ann, _) = house.member("Ann").await;
    assert!(matches!(house.club.register(newcomer("Bob")).await, Err(Error::Forbidden(_))));
    let invitation = Some(house.club.invite(&ann.id).await.unwrap());
    let taken = house.club.register(Newcomer { invitation: invitation.clone(), ..newcomer("Ann") }).await;
    assert!(matches!(taken, Err(Error::Conflict(_))), "a name that is taken does not use the word up");
    let bob = house.club.register(Newcomer { invitation: invitation.clone(), ..newcomer("Bob") }).await;
    assert_eq!(bob.unwrap().0.role, Role::Member);
    let carl = house.club.register(Newcomer { invitation, ..newcomer("Carl") }).await;
    assert!(matches!(carl, Err(Error::Forbidden(_))));
}

#[tokio::test]
async fn a_link_for_another_device_works_once_and_for_a_while() {
    let house = House::new().await;
    let (ann, first) = house.member("Ann").await;
    let made = house.club.device_link(&ann.id).await.unwrap();
    assert!(made.link.starts_with("http://localhost:1863/in#") && made.qr.starts_with("<svg"));
    let (again, second) = house.club.enter_by_word(word(&made.link), "Phone").await.unwrap();
    assert_eq!(again.id, ann.id);
    assert_ne!(first, second);
    let used = house.club.enter_by_word(word(&made.link), "Phone").await;
    assert!(matches!(used, Err(Error::Forbidden(_))));
    let late = house.club.device_link(&ann.id).await.unwrap();
    house.sql("UPDATE pass SET until = 1").await;
    assert!(house.club.enter_by_word(word(&late.link), "Phone").await.is_err());
    let invitation = house.club.invite(&ann.id).await.unwrap();
    assert!(house.club.enter_by_word(invitation, "Thief").await.is_err(), "another word is no way in");
}

#[tokio::test]
async fn a_device_that_is_shut_out_is_out_at_once() {
    let house = House::new().await;
    let (ann, laptop) = house.member("Ann").await;
    let link = house.club.device_link(&ann.id).await.unwrap();
    let (_, phone) = house.club.enter_by_word(word(&link.link), "Phone").await.unwrap();
    let on_phone = house.club.bearer(&phone).await.unwrap().unwrap();
    let mut out = house.club.shut_out();
    assert_eq!(house.club.devices(&ann.id).await.unwrap().len(), 2);
    let (bob, _) = house.member("Bob").await;
    assert!(house.club.revoke(&bob.id, &on_phone.device).await.is_err(), "not his device");
    house.club.revoke(&ann.id, &on_phone.device).await.unwrap();
    assert_eq!(out.recv().await.unwrap(), on_phone.device);
    assert_eq!(house.club.bearer(&phone).await.unwrap(), None);
    let here = house.club.bearer(&laptop).await.unwrap().unwrap();
    for _ in 0..3 {
        let link = house.club.device_link(&ann.id).await.unwrap();
        house.club.enter_by_word(word(&link.link), "Tablet").await.unwrap();
    }
    assert_eq!(house.club.revoke_others(&ann.id, &here.device).await.unwrap(), 3);
    assert_eq!(house.club.devices(&ann.id).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_recovery_code_works_once() {
    let house = House::new().await;
    let (ann, _) = house.member("Ann").await;
    let old = house.club.new_codes(&ann.id).await.unwrap();
    let codes = house.club.new_codes(&ann.id).await.unwrap();
    assert_eq!((codes.len(), house.club.codes_left(&ann.id).await.unwrap()), (8, 8));
    assert!(
        house.club.enter_by_code("Ann", &old[0], "x").await.is_err(),
        "the old ones are good for nothing"
    );
    assert!(house.club.enter_by_code("Bob", &codes[0], "x").await.is_err());
    let typed = codes[0].to_uppercase().replace('-', "");
    assert_eq!(house.club.enter_by_code("ann", &typed, "x").await.unwrap().0.id, ann.id);
    assert!(matches!(house.club.enter_by_code("Ann", &codes[0], "x").await, Err(Error::Forbidden(_))));
    assert_eq!(house.club.codes_left(&ann.id).await.unwrap(), 7);
}

#[tokio::test]
async fn a_mail_address_is_ones_own_once_its_letter_was_opened() {
    let post = PostOffice::open().await;
    let settings = Settings::default().with_mail(&post.address, "Table <table@example.org>").unwrap();
    let house = House::with(settings).await;
    let (ann, _) = house.member("Ann").await;
    house.club.offer_mail(&ann.id, "Ann@Example.org").await.unwrap();
    let letter = post.letter().await;
    assert!(letter.contains("To: Ann@example.org"), "{letter}");
    assert_eq!(house.club.person(&ann.id).await.unwrap().mail, None, "not before it is shown");
    house.club.send_way_in("Ann@example.org").await.unwrap();
    assert!(post.is_empty().await, "nobody has this address yet, and nobody is told");
    let proof = link(&letter);
    assert!(house.club.enter_by_word(word(&proof), "x").await.is_err(), "this letter is no way in");
    assert_eq!(house.club.prove_mail(word(&proof)).await.unwrap(), "Ann@example.org");
    assert!(house.club.prove_mail(word(&proof)).await.is_err());
    house.club.send_way_in("Ann@EXAMPLE.org").await.unwrap();
    let way_in = link(&post.letter().await);
    assert_eq!(house.club.enter_by_word(word(&way_in), "x").await.unwrap().0.id, ann.id);
    // Whoever shows that he reads the same letters has the address from then on.
    let (bob, _) = house.member("Bob").await;
    house.club.offer_mail(&bob.id, "Ann@example.org").await.unwrap();
    house.club.prove_mail(word(&link(&post.letter().await))).await.unwrap();
    assert_eq!(house.club.person(&ann.id).await.unwrap().mail, None);
    house.club.forget_mail(&bob.id).await.unwrap();
    assert_eq!(house.club.person(&bob.id).await.unwrap().mail, None);
}

#[tokio::test]
async fn without_a_mail_server_there_are_no_letters() {
    let house = House::new().await;
    let (ann, _) = house.member("Ann").await;
    assert!(matches!(house.club.offer_mail(&ann.id, "a@b.example").await, Err(Error::Missing(_))));
    assert!(matches!(house.club.offer_mail(&ann.id, "nonsense").await, Err(Error::Malformed(_))));
}

#[tokio::test]
async fn a_ceremony_is_finished_once_and_by_who_began_it() {
    let house = House::new().await;
    let ((ann, _), (bob, _)) = (house.member("Ann").await, house.member("Bob").await);
    let (ceremony, asked) = house.club.begin_key(&ann.id).await.unwrap();
    assert_eq!(asked["publicKey"]["authenticatorSelection"]["residentKey"], "required");
    let stolen = house.club.finish_key(&bob.id, &ceremony, json!({}), "").await;
    assert!(matches!(stolen, Err(Error::Forbidden(_))));
    let again = house.club.finish_key(&ann.id, &ceremony, json!({}), "").await;
    assert!(matches!(again, Err(Error::Forbidden(_))), "a ceremony is for once");
    let (entry, _) = house.club.begin_entry().await.unwrap();
    assert!(matches!(house.club.finish_entry(&entry, json!({}), "x").await, Err(Error::Malformed(_))));
    assert!(house.club.keys(&ann.id).await.unwrap().is_empty());
}
