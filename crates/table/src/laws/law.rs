//! The laws by name.

use std::fmt;

/// What holds in every game of every system.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Law {
    /// Nothing that is asked of the rules panics.
    NothingPanics,
    /// Whoever is asked has an order to give.
    SomethingToDo,
    /// Every listed order passes the check.
    ListedIsLegal,
    /// In a system that lists all legal orders, no other passes the check.
    LegalIsListed,
    /// A check changes nothing.
    CheckChangesNothing,
    /// An order that is refused changes nothing.
    RefusedChangesNothing,
    /// A refusal names its rule and says why.
    RefusalsSayWhy,
    /// An order that is written down reads back as the same order.
    WrittenReadsBack,
    /// A written order calls pieces by name, or by the place where they stand.
    PiecesByName,
    /// A seat that is not asked has no orders, and those of the other are refused to it.
    OnlyTheSeatAsked,
    /// A card shows its order in words, and the question on it has an answer.
    CardsShowOrders,
    /// The doctrine has one number for every order.
    AdviceForEveryOrder,
    /// Every legal order has four numbers of its own inside their sizes, and they lead back to it.
    OrdersInNumbers,
    /// A position is written in numbers whole, and a piece that looks otherwise has other numbers.
    PositionInNumbers,
    /// The same orders under the same dice come to the same position, told or untold.
    SameDiceSameGame,
    /// What the system itself says must hold of a position does.
    Sound,
    /// Every event is a sentence.
    EventsAreSentences,
    /// Who follows the events alone keeps the condition of every piece.
    EventsKeepThePosition,
    /// What a viewer is shown, offered, refused and told is the same whatever is hidden from him.
    SecretsAreKept,
    /// Who is asked next is the same whatever is hidden, unless it is told: orders can be counted.
    CountsTellNothing,
    /// A record plays again to the same events and the same position.
    RecordsReplay,
    /// Games end.
    GamesEnd,
}

impl Law {
    /// Every law, in the order of docs/testing.md.
    pub const ALL: [Law; 22] = [
        Law::NothingPanics,
        Law::SomethingToDo,
        Law::ListedIsLegal,
        Law::LegalIsListed,
        Law::CheckChangesNothing,
        Law::RefusedChangesNothing,
        Law::RefusalsSayWhy,
        Law::WrittenReadsBack,
        Law::PiecesByName,
        Law::OnlyTheSeatAsked,
        Law::CardsShowOrders,
        Law::AdviceForEveryOrder,
        Law::OrdersInNumbers,
        Law::PositionInNumbers,
        Law::SameDiceSameGame,
        Law::Sound,
        Law::EventsAreSentences,
        Law::EventsKeepThePosition,
        Law::SecretsAreKept,
        Law::CountsTellNothing,
        Law::RecordsReplay,
        Law::GamesEnd,
    ];

    /// The law in a sentence.
    pub const fn says(self) -> &'static str {
        match self {
            Law::NothingPanics => "nothing that is asked of the rules panics",
            Law::SomethingToDo => "whoever is asked has an order to give",
            Law::ListedIsLegal => "every listed order passes the check",
            Law::LegalIsListed => "every order that passes the check is listed",
            Law::CheckChangesNothing => "a check changes nothing",
            Law::RefusedChangesNothing => "an order that is refused changes nothing",
            Law::RefusalsSayWhy => "a refusal names its rule and says why",
            Law::WrittenReadsBack => "a written order reads back as the same order",
            Law::PiecesByName => "a written order calls pieces by name or by their place",
            Law::OnlyTheSeatAsked => "a seat that is not asked has no orders",
            Law::CardsShowOrders => "a card shows its order in words, and its question has an answer",
            Law::AdviceForEveryOrder => "the doctrine has one number for every order",
            Law::OrdersInNumbers => "every order has numbers of its own that lead back to it",
            Law::PositionInNumbers => "a position is written in numbers whole",
            Law::SameDiceSameGame => "the same orders under the same dice come to the same position",
            Law::Sound => "the position is sound",
            Law::EventsAreSentences => "every event is a sentence",
            Law::EventsKeepThePosition => "who follows the events alone keeps the whole position",
            Law::SecretsAreKept => "what a viewer gets does not depend on what is hidden from him",
            Law::CountsTellNothing => "who is asked next does not depend on what is hidden",
            Law::RecordsReplay => "a record plays again to the same end",
            Law::GamesEnd => "games end",
        }
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.says())
    }
}
