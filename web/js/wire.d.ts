// The JSON that the server sends, written from its types by `WRITE=1 cargo wire`. Do not edit.

/** What happened, with the keys of its system; `now` holds every piece it changed, as it is after it. */
export type GameEvent = Record<string, unknown> & { type: string, now?: Now[] };
/** An event with its sentence. */
export type ToldEvent = GameEvent & { say: string, show?: Show };
/** What one system alone shows: the keys of the others are not there. */
export type Own = Partial<GcacwView & LfmView & VnbView>;

export type Act = "move" | "attack" | "charge" | "fire" | "retreat" | "loss" | "arrival" | "work" | "roll";

export type ActCard = { at: number, 
/**
 * Nobody: the command line, or one who has left.
 */
by: string | null, what: string, about: string | null, game: string | null, why: string, };

export type Active = { 
/**
 * The piece that is on the way, by id.
 */
piece: string, 
/**
 * The leader whose activation it is.
 */
leader: string | null, 
/**
 * Others who go along.
 */
with?: Array<string>, 
/**
 * What is left to it: `3 MP left`.
 */
label: string, 
/**
 * Where it is.
 */
at: string | null, 
/**
 * Movement points left, where they are counted.
 */
mp?: number, };

export type Answer = { seq: number, orders: number, accepted: number, lines: Array<Line>, standing: Standing, refused: Refused | null, table?: Table, 
/**
 * The words of the next legal orders, by seat.
 */
legal?: Partial<Record<Side, string[]>>, };

export type ArrivalOdds = { sets: number, p: number, };

export type ArrivalSet = { number: number, units: Array<string>, hexes: Array<string>, 
/**
 * The turn on which it comes or came, where it is known.
 */
turn: number | null, 
/**
 * `waiting`, `expected`, `due`, `arrived`.
 */
status: string, };

export type ArrivalsView = { table: string, name: string, 
/**
 * Whose troops it brings; none: both sides'.
 */
side: Side | null, phase: string, from: number, modifiers: { name: string, value: number, rule: string }[], 
/**
 * The exact chances of a roll this turn; none where there is no roll.
 */
odds: Array<ArrivalOdds>, closed: boolean, sets: Array<ArrivalSet>, };

export type BarredAddress = { 
/**
 * It tells nothing of the address.
 */
id: string, until: number | null, why: string, at: number, };

export type Begun = { id: string, token: string | null, invitations: BySide<string | null>, seed_hash: string, };

export type Board = { hash: string, 
/**
 * Pixels along a side of a tile.
 */
tile: number, 
/**
 * Pixels a unit of the picture, level by level.
 */
scales: Array<number>, plan: Plan, 
/**
 * Whether its ground is a picture of the owner's.
 */
photo: boolean, 
/**
 * The pictures of its counters, if it has any: `games/{id}/art/{name}`.
 */
art: CounterArt | null, };

export type Book = { 
/**
 * The word of the rule system.
 */
system: string, 
/**
 * What the system is called.
 */
title: string, 
/**
 * Its chapters, in the order of the printed book.
 */
chapters: Array<Chapter>, 
/**
 * The sequence of a turn.
 */
sequence: Sequence, 
/**
 * Its charts, from the values the rules use.
 */
charts: Array<RuleChart>, 
/**
 * Its pictures.
 */
pictures: Array<Plate>, };

export type BookClause = { 
/**
 * The clause's id: `G7.4-83`.
 */
id: string, 
/**
 * Its number in the section.
 */
n: number, 
/**
 * The clause in a few words.
 */
title: string, 
/**
 * The clause, in our words.
 */
text: string, };

export type BoxView = { name: string, units: Array<string>, links: Array<LinkView>, };

export type BrigadeBox = { brigade: string | null, corps: string | null, commander: string | null, at: string | null, boxed: Array<string>, regiments: Array<string>, total: number, lost: number, shattered: boolean, destroyed: boolean, };

export type BySide<T> = { 
/**
 * The Union's.
 */
union: T, 
/**
 * The Confederacy's.
 */
confederate: T, };

export type Calibrated = { origin: [number, number], hex: [number, number], turn: number, 
/**
 * How far the worst of the hexes lies from where it was said to be, in pixels.
 */
off: number, 
/**
 * Where the centres of all hexes come to lie, in pixels.
 */
centres: Array<[number, number]>, };

export type CampaignEvent = { dice: number, name: string, text: string, };

export type CampaignPhase = { name: string, 
/**
 * This turn has it.
 */
active: boolean, 
/**
 * It goes on now.
 */
current: boolean, from: number, 
/**
 * Its last turn; none where it is held to the end.
 */
until: number | null, every: number, };

export type CampaignPoints = { union: number, confederate: number, scored: PointsBySide, };

export type CampaignView = { name: string, 
/**
 * What is not the publisher's, in words for the player.
 */
ours: Array<string>, phases: Array<CampaignPhase>, 
/**
 * The random events of this turn.
 */
events: Array<CampaignEvent>, 
/**
 * What holds this turn, a sentence each.
 */
effects: Array<string>, weather: CampaignWeather, army_initiative: string | null, arrivals: Array<ArrivalsView>, scheduled: Array<Scheduled>, forts: Array<FortView>, mounts: Array<MountView>, 
/**
 * Units beyond the map that may come back, and those that will not.
 */
off_map: Array<string>, sent_away: Array<string>, victory: CampaignPoints, 
/**
 * As far as the scenario plays with them.
 */
supply?: SupplyView, counties?: Array<CountyView>, boxes?: Array<BoxView>, };

export type CampaignWeather = { rain: boolean, 
/**
 * Winter weather, where it has come.
 */
winter: WinterWeather | null, heat: boolean, minor_unfordable: boolean, major_unfordable: boolean, };

export type Card = { seat: Side, 
/**
 * The order's written form: what is sent back to give it.
 */
order: string, 
/**
 * What it does, in plain words: `March to 4611 for 1 MP`.
 */
label: string, 
/**
 * Where on the map it can be clicked: a hex label, a hexside `4610/4611`, or a stand's name.
 */
at?: string, 
/**
 * The piece it is about, by name.
 */
piece?: string, 
/**
 * The enemy piece it is aimed at, by name.
 */
target?: string, 
/**
 * It does no more than take its piece in hand: a click on the piece may give it at once.
 */
takes_up?: boolean, 
/**
 * It takes its piece in hand too, but dice fall: how far it comes is not known before.
 */
sets_out?: boolean, 
/**
 * It adds its piece to those in hand: it goes along.
 */
joins?: boolean, 
/**
 * The usual answer to a question that comes up on the way: given unasked for whoever has said where he
 * wants to go.
 */
usual?: boolean, 
/**
 * The harder answer to such a question: who wants to go farther asks for it.
 */
presses?: boolean, 
/**
 * It lets go of the pieces in hand: their move is over.
 */
ends?: boolean, 
/**
 * Something to think about before the pieces in hand are let go: while it is on offer, they are not.
 */
keeps?: boolean, 
/**
 * The answer of whoever has nothing to do here: the game goes on, and nobody has acted, moved or given ground.
 */
passes?: boolean, 
/**
 * Orders of one group are shown together: `March`, `Attack`, `Leaders`.
 */
group?: string, 
/**
 * A few letters to show at that place on the map: the priority of a retreat, its loss.
 */
mark?: string, 
/**
 * The referee question whose answer shows what the order would cost or bring.
 */
preview?: Record<string, unknown>, };

export type CareBook = { 
/**
 * What waits first.
 */
reports: Array<ReportCard>, restraints: Array<RestraintCard>, addresses: Array<BarredAddress>, 
/**
 * The newest first.
 */
acts: Array<ActCard>, 
/**
 * For more of them, as `before`; nothing if there are none.
 */
next: string | null, };

export type Ceremony = { ceremony: string, asked: any, };

export type Chapter = { 
/**
 * What addresses call it.
 */
id: string, 
/**
 * What stands over it.
 */
title: string, 
/**
 * One to three paragraphs.
 */
overview: Array<string>, 
/**
 * Its sections.
 */
sections: Array<Section>, 
/**
 * The ids of pictures and charts that belong to it.
 */
pictures: Array<string>, 
/**
 * The ids of the charts that belong to it.
 */
charts: Array<string>, };

export type Chat = { lines: Array<ChatLine>, };

export type ChatKind = "said" | "table";

export type ChatLine = { 
/**
 * From 1, in the order in which they came.
 */
n: number, 
/**
 * Seconds since 1970.
 */
at: number, side: Side | null, name: string, kind: ChatKind, words: string, 
/**
 * A moderator took it away: the words are gone.
 */
removed?: boolean, };

export type Clause = { id: string, system: string, 
/**
 * The section of the printed book.
 */
section: string, 
/**
 * How people cite it: the section, or `Morale 7` where the book has no numbers.
 */
cited: string, 
/**
 * The chapter of the book that holds it.
 */
chapter: string, title: string, text: string, };

export type ClockPace = { "kind": "days", days: number, } | { "kind": "evening", minutes: number, seconds?: number, };

export type Closing = { "how": "resigned", 
/**
 * Which.
 */
by: Side, } | { "how": "drawn" } | { "how": "out-of-time", 
/**
 * Which.
 */
by: Side, } | { "how": "abandoned" };

export type ClubInfo = { 
/**
 * Who may become a member: `open`, `invitation` or `off`.
 */
registration: string, 
/**
 * Whether one may begin and join games without being a member.
 */
guests: boolean, 
/**
 * Whether this server sends mail.
 */
mail: boolean, 
/**
 * Whether this server has passkeys.
 */
passkeys: boolean, 
/**
 * The address by which the server wants to be called: passkeys work there alone.
 */
address: string, };

export type ClubTable = { systems: Array<SystemTable>, 
/**
 * How many members there are.
 */
members: number, };

export type Coach = { 
/**
 * The lesson's id.
 */
lesson: string, 
/**
 * What the step is called.
 */
title: string, 
/**
 * The step shown, from 1, and how many there are.
 */
step: number, 
/**
 * How many steps there are.
 */
of: number, 
/**
 * What is to be done or seen.
 */
say: string, 
/**
 * Why it is done; may be empty.
 */
why?: string, 
/**
 * What helps who does not find it; may be empty.
 */
hint?: string, 
/**
 * What the coach points at.
 */
point: Pointed, 
/**
 * What is said of the last order.
 */
word?: CoachWord, 
/**
 * What can be told to him now.
 */
can: CoachCan, 
/**
 * Once the last step is done.
 */
end?: CoachEnd, };

export type CoachCan = { 
/**
 * That one goes on.
 */
next: boolean, 
/**
 * That one looks at the step before once more.
 */
back: boolean, 
/**
 * That one goes on without having done it.
 */
skip: boolean, 
/**
 * The step can begin again: so many orders are taken back.
 */
again: number, };

export type CoachEnd = { 
/**
 * What the student knows now.
 */
learnt: Array<string>, 
/**
 * What comes next.
 */
next?: NextUp, };

export type CoachWord = { 
/**
 * Whether it was what the step wanted.
 */
kind: WordKind, 
/**
 * What he says.
 */
text: string, };

export type CounterArt = { folder: string, 
/**
 * `{side}_{name}.png`.
 */
name: string, };

export type CountyPlace = { at: string, side: Side | null, };

export type CountyView = { name: string, 
/**
 * Who holds it.
 */
side: Side | null, points: PointsBySide, places: Array<CountyPlace>, };

export type Course = { 
/**
 * How many orders were given.
 */
orders: number, 
/**
 * The turns, and how each ended.
 */
turns: Array<TurnMark>, 
/**
 * The moments at which anything changed.
 */
marks: Array<Mark>, };

export type Decision = { seats: Side[], kind: string, prompt: string, rule: string, section: string, };

export type DepotView = { side: Side, at: string, 
/**
 * It is built.
 */
stands: boolean, 
/**
 * It gives supply.
 */
serves: boolean, 
/**
 * The first turn on which it may be built.
 */
turn: number, 
/**
 * Supply points that wagon trains may load here in each Supply Segment.
 */
points: number, };

export type DeviceLink = { link: string, qr: string, until: number, };

export type DiceOf = { 
/**
 * How many fell.
 */
dice: number, 
/**
 * What they showed together.
 */
sum: number, 
/**
 * By what they were rolled for, the most frequent first.
 */
purposes: Array<PurposeOf>, };

export type DivisionLine = { name: string, side: Side, exhaustion: number, casualties: number, this_turn: number, exhausted: boolean, collapsed: boolean, commander: string | null, marker: string | null, };

export type Ending = { 
/**
 * Nobody: a draw.
 */
winner: Side | null, 
/**
 * In the scenario's words: `marginal`.
 */
degree: string, 
/**
 * Victory points of each side.
 */
points: BySide<number>, 
/**
 * Who won, and by how much: `Union victory, marginal: 12 points to 8`.
 */
headline: string, 
/**
 * The condition that decided, in a sentence of the rule system.
 */
why: string, 
/**
 * How people ended it, if they did and not the rules.
 */
closed?: Closing, 
/**
 * How the scenario says it is won; empty where it does not.
 */
conditions: string, 
/**
 * What the points are for. Together they are the points.
 */
sources: Array<Source>, 
/**
 * How the game went, turn by turn.
 */
course: Course, 
/**
 * What both sides lost.
 */
losses: Losses, 
/**
 * The dice beside their odds.
 */
luck: Luck, 
/**
 * Where the game turned, in turn.
 */
turning_points: Array<TurningPoint>, };

export type Entered = { token: string, name: string, role: Role, };

export type Eyes = "union" | "confederate" | "spectator" | "referee";

export type FightsOf = { 
/**
 * Who began them.
 */
by: Side, 
/**
 * What they were, in a word of the system: `attack`, `charge`, `fire`.
 */
how: string, 
/**
 * How many there were.
 */
fought: number, 
/**
 * The sum of their exact chances.
 */
expected: number, 
/**
 * How many succeeded.
 */
won: number, };

export type Filled = "side" | "piece" | "place";

export type Finding = { 
/**
 * The file it was found in.
 */
file: string, 
/**
 * The line, counted from 1, where it has one.
 */
line?: number, 
/**
 * Counted in characters from 1.
 */
column?: number, 
/**
 * Where in the file, as an author would point at it: `[[unit]] Brown: hex`.
 */
key: string, 
/**
 * `fault`, which keeps a file from being played, or `warning`, probably a slip.
 */
severity: string, 
/**
 * Its code, where it has one: `S8`.
 */
code: string, 
/**
 * What was found and what was expected.
 */
message: string, 
/**
 * What would have fitted.
 */
expected?: string, 
/**
 * The word that was probably meant.
 */
did_you_mean?: string, };

export type FortView = { hex: string, side: Side, class: string, combat: number, artillery: number, stands: boolean, };

export type GameClock = { 
/**
 * How much time there is, and what happens when it is over; none: nobody is hurried.
 */
terms?: Terms, 
/**
 * The milliseconds that each side has left at the moment this is told.
 */
left?: Record<Side, number>, 
/**
 * Whose time runs.
 */
running: Array<Side>, 
/**
 * Why the game rests, if it does.
 */
resting?: Resting, 
/**
 * Who wants the game to rest, or while it rests, to go on.
 */
says: Array<Side>, 
/**
 * Until when a player is on holiday now, in seconds since 1970: the days of a turn do not count for him.
 */
away: Record<Side, number | null>, 
/**
 * When who waits may call the other one again, if somebody was called before.
 */
nudge_at?: number, };

export type GameRow = { id: string, scenario: string, 
/**
 * The lesson, if it is one.
 */
lesson?: string, 
/**
 * Whether only its players may look at it.
 */
private?: boolean, 
/**
 * What its players call it, if they call it anything.
 */
name?: string, 
/**
 * Whether the member who asks does not want to see it in his list.
 */
hidden?: boolean, created: number, touched: number, headline: string, you: Array<Side>, waiting: Array<Side>, over: boolean, your_turn: boolean, seats: BySide<SeatInfo>, 
/**
 * As at the table.
 */
clock?: GameClock, };

export type GcacwView = { 
/**
 * The campaign around the map, where there is one.
 */
campaign: CampaignView | null, gcacw: Published, };

export type Ground = { "kind": "hexes" } | { "kind": "inches", 
/**
 * From west to east.
 */
width: number, 
/**
 * From south to north.
 */
height: number, };

export type Head = { 
/**
 * The number of the clause it begins at.
 */
at: number, 
/**
 * What stands over the part.
 */
title: string, };

export type HexPlan = { 
/**
 * The width of the picture, in its units.
 */
width: number, 
/**
 * The height of the picture.
 */
height: number, 
/**
 * How hexes stand.
 */
shape: HexShape, 
/**
 * Row before column in a label.
 */
row_first: boolean, 
/**
 * How many rows there are.
 */
rows: number, 
/**
 * How many columns there are.
 */
columns: number, 
/**
 * The label of the first row.
 */
first_row: number, 
/**
 * The label of the first column.
 */
first_column: number, 
/**
 * Row labels grow southwards.
 */
row_one_north: boolean, 
/**
 * Even labels are moved half a hex: rows east (pointy), columns south (flat).
 */
even_moved: boolean, 
/**
 * What every label begins with.
 */
sheet: string, 
/**
 * How many digits row and column take in a label.
 */
digits: [number, number], 
/**
 * The length of a hex's edge.
 */
edge: number, 
/**
 * The centre of the first row and column, not moved.
 */
origin: [number, number], 
/**
 * What there is on the ground, in words.
 */
words: Array<string>, 
/**
 * Which of the words each hex has, row by row.
 */
ground: Array<number>, 
/**
 * Towns and other places with their hexes, to be named where a counter covers them.
 */
places: Array<[string, string]>, };

export type HexShape = "pointy" | "flat";

export type Hint = { seq: number, seat: Side, order: string, 
/**
 * Who says so: `General`.
 */
by: string, 
/**
 * The reason in a sentence; may be empty.
 */
why: string, 
/**
 * The orders he weighed, the best first.
 */
weighed: Array<Weighed>, };

export type How = "hexes" | "sights" | "rings" | "flags";

export type Lens = { 
/**
 * A word for programs.
 */
id: string, 
/**
 * What it is called at the table.
 */
title: string, 
/**
 * What the referee is asked.
 */
ask: string, 
/**
 * The keys of the question that are filled in, and with what.
 */
with: [string, Filled][], 
/**
 * Kinds of pieces it can be asked of; every kind where none is named.
 */
kinds: Array<string>, 
/**
 * Said where there is nothing to fill in.
 */
needs: string, 
/**
 * What the keys of an answer mean.
 */
shows: Array<Shown>, };

export type LessonCard = { 
/**
 * What [`lesson`](super::lesson) calls it.
 */
id: string, 
/**
 * Its title.
 */
title: string, 
/**
 * The word of the rule system.
 */
system: string, 
/**
 * The id of the scenario it is played on.
 */
scenario: string, 
/**
 * What is learnt in it.
 */
about: string, 
/**
 * About how long it takes.
 */
minutes: number, 
/**
 * The student's side.
 */
you: Side, 
/**
 * How many steps it has.
 */
steps: number, };

export type LfmBattle = { phasing: Side, night: boolean, day: number, round: number, yards_per_hex: number, tables: LfmTables, army_commanders: BySide<string | null>, charts: BySide<Array<BrigadeBox>>, };

export type LfmTables = { source: string, replaced: Array<string>, };

export type LfmView = { lfm: LfmBattle, };

export type Line = { 
/**
 * The number of the order in the game, from 1; 0 is the set-up.
 */
n: number, seat?: Side, 
/**
 * The order's words; only for those who may know all that its seat knows.
 */
order?: string, 
/**
 * The order as its card said it; also for everybody where the game keeps nothing secret.
 */
words?: string, events: ToldEvent[], 
/**
 * The dice that fell, where the game keeps nothing secret or the viewer may know all.
 */
dice?: Array<Roll>, 
/**
 * What a computer player considered, on the same terms.
 */
note?: Note, };

export type LinkView = { 
/**
 * Another box, or a hex.
 */
to: string, 
/**
 * `rail`, `road`.
 */
kind: string, turns: number, 
/**
 * Who may use it; none: both.
 */
side: Side | null, };

export type Log = { seq: number, orders: number, lines: Array<Line>, 
/**
 * Whenever orders were taken back, in turn.
 */
taken_back: Array<TakingBack>, };

export type Losses = { 
/**
 * What is lost, in the words of the system: `Manpower`.
 */
of: string, 
/**
 * What each side had, later arrivals too.
 */
strength: BySide<number>, 
/**
 * What of it is gone.
 */
lost: BySide<number>, };

export type Luck = { 
/**
 * Fights by side and kind: how many succeeded, and how many had to be expected.
 */
fights: Array<FightsOf>, 
/**
 * What fights cost, by kind of fight.
 */
tolls: Array<TollOf>, 
/**
 * The dice that fell on each side's orders, whoever's hand rolls them at a table.
 */
dice: BySide<DiceOf>, };

export type Mark = { 
/**
 * How many orders had been given.
 */
n: number, 
/**
 * Victory points of each side.
 */
points: BySide<number>, 
/**
 * What each side had lost so far.
 */
lost: BySide<number>, 
/**
 * By how much the Union seemed to be ahead, in about victory points, as computer players judge positions; below 0 the
 * Confederacy did.
 */
lead: number, };

export type Marker = { 
/**
 * What it is, in a word of the system.
 */
kind: string, 
/**
 * Whose it is, where it is somebody's.
 */
side: Side | null, 
/**
 * A hex, or a hexside `4610/4611`.
 */
at: string | null, 
/**
 * Inches from the west edge, on a table.
 */
x?: number, 
/**
 * Inches from the south edge, on a table.
 */
y?: number, 
/**
 * What is written on it, or what it is called.
 */
label: string, };

export type Me = { name: string, role: Role, created: number, 
/**
 * Only if he has shown that it is his.
 */
mail: string | null, wishes: Wishes, 
/**
 * Minutes of his clock east of Greenwich.
 */
zone: number, devices: Array<MyDevice>, passkeys: Array<MyKey>, 
/**
 * How many recovery codes are left.
 */
codes: number, hooks: Array<MyHook>, 
/**
 * What a browser needs to subscribe to push messages.
 */
push_key: string, };

export type Members = { members: Array<PersonCard>, 
/**
 * For the next page, as `after`; nothing if there is none.
 */
next: string | null, };

export type Moment = { n: number, orders: number, standing: Standing, view: View<Own>, };

export type MountView = { unit: string, 
/**
 * `horses-worn-out`, `unmounted`.
 */
state: string, };

export type MyDevice = { id: string, name: string, created: number, seen: number, 
/**
 * Whether it is the one that asks.
 */
this: boolean, 
/**
 * Whether push messages go there.
 */
push: boolean, };

export type MyHoliday = { id: string, 
/**
 * Seconds since 1970.
 */
starts: number, 
/**
 * The first moment after it.
 */
ends: number, };

export type MyHook = { id: string, kind: "discord" | "matrix" | "json", address: string, created: number, };

export type MyKey = { id: string, name: string, created: number, used: number | null, };

export type MyOpenSeats = { to_me: Array<OpenSeat>, by_me: Array<OpenSeat>, };

export type News = { seq: number, orders: number, lines: Array<Line>, standing: Standing, asked: TakingBack | null, proposed: Proposed | null, name?: string, next?: string, taken_back: TakingBack | null, seats: BySide<SeatInfo>, 
/**
 * As at the table.
 */
clock?: GameClock, };

export type NextUp = { 
/**
 * The id of the lesson or scenario.
 */
id: string, 
/**
 * Its title.
 */
title: string, 
/**
 * Whether it is a lesson.
 */
lesson: boolean, };

export type NotLegal = { order: string, group: string, message: string, rule: string, clause: string, };

export type Note = { 
/**
 * Who decided: `General`.
 */
by: string, 
/**
 * The reason in a sentence; empty where there was none to give.
 */
why?: string, 
/**
 * The orders he weighed, the best first.
 */
weighed?: Array<Weighed>, };

export type NoticeKind = "your-turn" | "asked" | "chat" | "game-over" | "seat-taken" | "clock-low" | "invited";

export type Now = { 
/**
 * The piece's id.
 */
id: string, 
/**
 * Its hex; none while it is not on the map.
 */
at: string | null, 
/**
 * Where it is instead: `arrives turn 2`, `eliminated`, `hidden`.
 */
where: string | null, 
/**
 * The number printed large.
 */
x?: number, y?: number, facing?: number, strength: string | null, 
/**
 * 0 to 4, where the system has it: shown as pips.
 */
fatigue: number | null, 
/**
 * Words of the system in the order in which a counter shows them.
 */
state: Array<string>, 
/**
 * Works it stands in.
 */
works: string | null, 
/**
 * The piece it goes with.
 */
attached_to: string | null, };

export type ObjectiveLine = { name: string, x: number, y: number, points: number, held_by: Side | null, };

export type Officer = { 
/**
 * The word in requests and in the database.
 */
name: string, 
/**
 * What players read: `Random orders`.
 */
title: string, 
/**
 * How it plays, in a sentence.
 */
about: string, 
/**
 * The seconds he takes for a decision unless told otherwise; `None`: he answers at once.
 */
seconds: number | null, 
/**
 * The least and the most of the ratings he can be asked to have, where his strength is chosen: it is written behind his
 * name, `elo1600`.
 */
ratings?: [number, number], };

export type OpenSeat = { game: string, scenario: string, 
/**
 * The optional rules that are played.
 */
options: Array<string>, 
/**
 * The word of the rule system.
 */
system: string, title: string, 
/**
 * How long it takes, in words.
 */
length: string, 
/**
 * The side that is to be taken.
 */
side: Side, 
/**
 * Who offers it, and whether he is a member of the club.
 */
by: string, member: boolean, 
/**
 * Whether anybody may take it; else the member who is asked.
 */
open: boolean, 
/**
 * Who is asked by his name, if anybody is.
 */
to?: string, private: boolean, 
/**
 * How much time there is, where a clock runs.
 */
terms?: Terms, 
/**
 * Since when, in seconds since 1970.
 */
since: number, };

export type OpenSeats = { seats: Array<OpenSeat>, 
/**
 * For the next page, as `before`; nothing if there is none.
 */
next: string | null, };

export type OptionalRule = { id: string, title: string, text: string, 
/**
 * On unless the players say otherwise.
 */
usual: boolean, };

export type Origin = { 
/**
 * The id of that game.
 */
game: string, 
/**
 * How many of its orders stand.
 */
orders: number, };

export type Otherwise = { 
/**
 * The number of the order, from 1: the decision was taken after the one before it.
 */
n: number, 
/**
 * Whose decision it was.
 */
seat: Side, 
/**
 * When it was, as players say it.
 */
when: string, 
/**
 * What was ordered, and what he would have ordered, as their cards say it.
 */
did: string, 
/**
 * What the computer player would have ordered.
 */
would: string, 
/**
 * His reason; empty where he gives none.
 */
why: string, 
/**
 * By how much his order did better in his trials, in about victory points, where he has tried both.
 */
gain: number | null, };

export type Outcome = { 
/**
 * Nobody: a draw.
 */
winner: Side | null, 
/**
 * The degree, in the scenario's words: `decisive`, `marginal`, `draw`.
 */
degree: string, 
/**
 * Victory points, Union first, where the scenario counts them.
 */
points: [number, number], };

export type OwnFiles = { id: string, files: { [key in string]: string }, 
/**
 * Of its texts: to be said when they are changed.
 */
hash: string, 
/**
 * The names of the pictures beside them.
 */
pictures: Array<string>, };

export type OwnFindings = { findings: Array<Finding>, };

export type OwnWritten = { id: string, findings: Array<Finding>, 
/**
 * Of its texts: to be said when they are changed.
 */
hash: string, };

export type Pace = "never" | "at-once" | "daily";

export type PersonCard = { name: string, role: Role, created: number, };

export type PersonGame = { id: string, scenario: string, touched: number, headline: string, over: boolean, 
/**
 * The sides he plays.
 */
sides: Array<Side>, seats: BySide<SeatInfo>, };

export type PersonGames = { games: Array<PersonGame>, 
/**
 * For the next page, as `before`; nothing if there is none.
 */
next: string | null, };

export type PersonRecord = { ratings: Array<RatingLine>, 
/**
 * Games against computer players and guests, and those of own scenarios.
 */
unrated: Array<Unrated>, };

export type Piece = { 
/**
 * Unique in the scenario; what orders and events call it.
 */
id: string, 
/**
 * What is printed on it.
 */
name: string, 
/**
 * Whose it is; nobody's: it belongs to no side.
 */
side: Side | null, 
/**
 * `unit`, `leader`, `force` (hexes); `stand`, `commander` (inches).
 */
kind: string, 
/**
 * Infantry, cavalry, artillery, in a word of the system.
 */
arm: string | null, 
/**
 * How large a formation it is, in a word of the system.
 */
size: string | null, 
/**
 * The formation it belongs to, as the counter shows it.
 */
command: string | null, 
/**
 * What the number on the counter means.
 */
strength_note?: string, 
/**
 * It has nothing left to do in this phase.
 */
spent: boolean, 
/**
 * The leaders who are with it.
 */
leader_of: Array<string>, 
/**
 * Further values, in pairs of name and value.
 */
values: Array<[string, string]>, 
/**
 * Width and depth in inches.
 */
width?: number, 
/**
 * Depth in inches.
 */
depth?: number, 
/**
 * A disc instead, with this radius in inches.
 */
radius?: number, 
/**
 * What a screen reader says.
 */
label: string, 
/**
 * Men left on it, and what it is worth in combat, where the counter does not show both.
 */
manpower?: number, 
/**
 * What it is worth in combat.
 */
combat_value?: number, 
/**
 * The formations it belongs to, from the highest.
 */
corps?: string, 
/**
 * The division, under the corps.
 */
division?: string, 
/**
 * A commander's rank.
 */
rank?: string, 
/**
 * Its number in the scenario file, where it has one.
 */
number?: number, 
/**
 * Whether its commander reaches it.
 */
in_command?: boolean, 
/**
 * The building it is in.
 */
garrison?: string, 
/**
 * How many markers stand behind it as a march column.
 */
column_markers?: number, 
/**
 * The hidden force it is in, for those who may know.
 */
under?: string, 
/**
 * The pieces of a hidden force: none for those who may not know; left out for every other piece.
 */
holds?: Array<string> | null, 
/**
 * Its hex; none while it is not on the map.
 */
at: string | null, 
/**
 * Where it is instead: `arrives turn 2`, `eliminated`, `hidden`.
 */
where: string | null, 
/**
 * The number printed large.
 */
x?: number, y?: number, facing?: number, strength: string | null, 
/**
 * 0 to 4, where the system has it: shown as pips.
 */
fatigue: number | null, 
/**
 * Words of the system in the order in which a counter shows them.
 */
state: Array<string>, 
/**
 * Works it stands in.
 */
works: string | null, 
/**
 * The piece it goes with.
 */
attached_to: string | null, };

export type Plan = { "kind": "hexes" } & HexPlan | { "kind": "inches" } & TablePlan;

export type Plate = { 
/**
 * What chapters and addresses call it.
 */
id: string, 
/**
 * What stands over it.
 */
title: string, 
/**
 * What is to be seen on it, in a sentence or two.
 */
caption: string, 
/**
 * What it shows, for those who do not see it.
 */
alt: string, 
/**
 * The clause it explains.
 */
rule: string, 
/**
 * Its width in pixels, as it is drawn.
 */
width: number, 
/**
 * Its height in pixels.
 */
height: number, };

export type Pointed = { 
/**
 * A piece, by its id.
 */
piece?: string, 
/**
 * A hex.
 */
hex?: string, 
/**
 * Orders, as their cards write them.
 */
orders?: Array<string>, 
/**
 * A part of the page.
 */
part?: string, };

export type Points = { 
/**
 * What it is, as players say it.
 */
label: string, 
/**
 * Who has the points.
 */
side: Side | null, 
/**
 * How many.
 */
points: number, };

export type PointsBySide = { union: number, confederate: number, };

export type Proposal = "draw" | "abandon";

export type Proposed = { kind: Proposal, by: Side, };

export type Published = { game: string, game_name: string, year: number, upgrade_kit: boolean, sequence: Array<string>, charts_of_ours: Array<string>, };

export type PurposeOf = { 
/**
 * What they were rolled for, in words a player understands.
 */
for: string, 
/**
 * How many fell for it.
 */
dice: number, 
/**
 * What they showed together.
 */
sum: number, };

export type RatedMember = { name: string, elo: number, 
/**
 * Rated games.
 */
games: number, won: number, drawn: number, lost: number, };

export type RatingLine = { system: string, title: string, elo: number, games: number, won: number, drawn: number, lost: number, 
/**
 * When a rated game ended, and the rating after it; the oldest first.
 */
points: Array<[number, number]>, };

export type Ratings = { 
/**
 * Who gives any legal order.
 */
random: number, 
/**
 * A recruit.
 */
recruit: number, 
/**
 * Who follows the doctrine without error.
 */
doctrine: number, 
/**
 * A colonel who takes about a second.
 */
colonel: number, 
/**
 * A general who takes about a second.
 */
general: number, };

export type Reach = { seq: number, 
/**
 * Where it is now.
 */
from?: string, 
/**
 * All who would go, the one who was asked about among them.
 */
who: Array<string>, 
/**
 * How they could go farther at a price, in words: ask again with `press`.
 */
harder?: string, 
/**
 * What comes before the first step, as far as the first dice: where they decide how far it comes, give these and
 * ask again.
 */
first?: Array<string>, 
/**
 * And the movement points they may give, each with its chance.
 */
allowances?: Array<[number, number]>, hexes: Record<string, Way>, };

export type Refused = { 
/**
 * A short stable word for programs.
 */
error: string, 
/**
 * A sentence for people.
 */
message: string, 
/**
 * The section of the printed book.
 */
rule?: string, 
/**
 * The entry of the rule index.
 */
clause?: string, 
/**
 * Where the game stands, if it has moved on.
 */
seq?: number, 
/**
 * The number of the order in the request, from 0.
 */
n?: number, 
/**
 * What was found in files that cannot be played.
 */
findings?: Array<Finding>, };

export type ReportCard = { id: string, at: number, 
/**
 * Names as they are now; nobody: he has left.
 */
by: string | null, about: string | null, game: string | null, 
/**
 * The line of chat, and its words when it was reported.
 */
line: number | null, quote: string, words: string, settled: number | null, };

export type Resting = "agreed" | "time";

export type RestraintCard = { name: string, 
/**
 * `mute` or `block`.
 */
kind: string, 
/**
 * Nothing: for good.
 */
until: number | null, why: string, at: number, };

export type Review = { ending: Ending, otherwise: ThoughtAgain, };

export type Role = "member" | "moderator" | "owner";

export type Roll = { 
/**
 * What it was rolled for.
 */
for: string, 
/**
 * What the die showed.
 */
die: number, };

export type RuleChart = { 
/**
 * `g-ratio`: what chapters and addresses call it.
 */
id: string, 
/**
 * What stands over it.
 */
title: string, 
/**
 * How it is read, in a sentence; may be empty.
 */
note: string, 
/**
 * The head: what each column is.
 */
columns: string[], 
/**
 * The rows, each as long as the head.
 */
rows: string[][], 
/**
 * The clause that uses it.
 */
rule: string, 
/**
 * Its values are ours, because our sources lack the printed ones.
 */
ours: boolean, };

export type ScenarioCard = { id: string, 
/**
 * The word of the rule system: see [`Catalog::systems`].
 */
system: string, title: string, 
/**
 * When and where, in a line.
 */
subtitle: string, description: string, 
/**
 * What each side commands and wants, Union first.
 */
sides: [string, string], 
/**
 * How it is won, in a sentence or two.
 */
victory: string, turns: number, 
/**
 * How long it takes two people who know the rules, in minutes.
 */
minutes: number, 
/**
 * The same in plain words.
 */
length: string, 
/**
 * The code of the published game, where the system has several, and its name.
 */
game?: [string, string], year?: number, 
/**
 * Long, and meant to be.
 */
campaign: boolean, 
/**
 * How many units each side has, Union first.
 */
units: [number, number], 
/**
 * What each side may try first, Union first; empty where its author does not say.
 */
first: [string, string], 
/**
 * Short, with few rules: a good first game.
 */
lesson: boolean, 
/**
 * The ids of the guided lessons that are played on it.
 */
lessons: Array<string>, options: Array<OptionalRule>, origin: Whose, 
/**
 * What was found in the files of an own one.
 */
findings: Array<Finding>, 
/**
 * Whether it can be played: a built-in one always can.
 */
playable: boolean, };

export type Scheduled = { turn: number, unit: string, hexes: Array<string>, };

export type SeatInfo = { kind: SeatKind, name: string, 
/**
 * The computer player, if it is one.
 */
officer: string | null, 
/**
 * Whether he is a member of the club.
 */
member?: boolean, 
/**
 * Why the computer player gives no order, if he is stuck: somebody has to be told.
 */
stuck?: string, };

export type SeatKind = "person" | "computer" | "open";

export type Section = { 
/**
 * What the ids of its clauses begin with: `G5.1`.
 */
id: string, 
/**
 * Its number in the printed book: `5.1`; empty where it has none.
 */
number: string, 
/**
 * What stands over it.
 */
title: string, 
/**
 * What its clauses are cited by where it has no number: `Morale`.
 */
short: string, 
/**
 * Where parts of it begin, by the number of a clause.
 */
heads: Array<Head>, 
/**
 * Its clauses.
 */
clauses: Array<BookClause>, };

export type Sequence = { 
/**
 * What stands over it.
 */
title: string, 
/**
 * What is to be said before the steps; may be empty.
 */
note: string, 
/**
 * The steps of a turn, one after the other.
 */
steps: Array<Step>, };

export type Show = { 
/**
 * What is done.
 */
kind: Act, 
/**
 * Who acts or suffers it, by id.
 */
pieces?: Array<string>, 
/**
 * Where it comes from: hexes; on a table of inches the stands themselves.
 */
from?: Array<string>, 
/**
 * What it is aimed at, or where it ends.
 */
to?: Array<string>, 
/**
 * The hexes entered on the way, where there is more than one.
 */
path?: Array<string>, };

export type Shown = { 
/**
 * The key of the answer.
 */
key: string, 
/**
 * How what stands there is drawn.
 */
how: How, 
/**
 * What a screen reader says of such a place.
 */
words: string, };

export type Side = "union" | "confederate";

export type Source = { 
/**
 * What it is, as players say it.
 */
label: string, 
/**
 * Points of each side for it.
 */
points: BySide<number>, };

export type Standing = { waiting?: Decision, over?: Outcome, 
/**
 * How people ended it, if they did and not the rules.
 */
closed?: Closing, };

export type Step = { 
/**
 * What the step is called.
 */
title: string, 
/**
 * What a view calls the phase while it lasts.
 */
phases: Array<string>, 
/**
 * Who acts in it.
 */
who: string, 
/**
 * What is done.
 */
does: string, 
/**
 * The section about it.
 */
rule: string, };

export type Strength = { 
/**
 * On the scale of the computer players.
 */
rating: number, 
/**
 * From so many games.
 */
games: number, };

export type SupplyView = { range: number, capacity: number, depots: Array<DepotView>, wagons: Array<WagonView>, 
/**
 * Units on the map without supply.
 */
out_of_supply: Array<string>, };

export type SystemCard = { 
/**
 * The word in files: `gcacw`.
 */
id: string, 
/**
 * The name as its players know it.
 */
title: string, 
/**
 * What fights on what ground, in a line.
 */
scale: string, 
/**
 * What can be laid over the map.
 */
lenses: Array<Lens>, 
/**
 * How strong computer players are in it.
 */
ratings: Ratings, };

export type SystemTable = { system: string, title: string, members: Array<RatedMember>, };

export type Table = { id: string, scenario: string, 
/**
 * The optional rules that are played.
 */
options: Array<string>, 
/**
 * The word of the rule system.
 */
system: string, 
/**
 * Seconds since 1970.
 */
created: number, seats: BySide<SeatInfo>, 
/**
 * Whether only its players may look at it.
 */
private: boolean, 
/**
 * How many watch, as far as this server knows.
 */
spectators: number, 
/**
 * The sides the bearer holds.
 */
you: Array<Side>, viewer: Eyes, 
/**
 * How many entries the journal has: the moment. The next order is sent with it.
 */
seq: number, 
/**
 * How many orders stand.
 */
orders: number, standing: Standing, view: View<Own>, 
/**
 * The legal orders of the bearer's seats.
 */
cards: Array<Card>, 
/**
 * Orders that may be given whoever is asked.
 */
at_any_time: Array<Card>, 
/**
 * What taking back would mean, for each own side.
 */
undo: Partial<Record<Side, TakingBack | null>>, 
/**
 * A wish to take back that waits for an answer.
 */
asked: TakingBack | null, 
/**
 * What one side proposes to the other.
 */
proposed: Proposed | null, 
/**
 * What its players call the game, if they call it anything.
 */
name?: string, 
/**
 * The game that followed it, sides changed.
 */
next?: string, 
/**
 * SHA-256 of the seed of the dice; empty in a lesson, whose dice are written down. The seed itself once the game
 * is over.
 */
seed_hash: string, seed?: string, 
/**
 * The game it was played on from, and after how many of its orders.
 */
from?: Origin, 
/**
 * What each side may try first, as the scenario's author says it; Union first, nothing where he is silent.
 */
first: [string, string], 
/**
 * What the coach says, in a lesson.
 */
coach?: Coach, 
/**
 * How the clocks stand, whether the game rests, who is away; nothing where there is nothing of it to tell.
 */
clock?: GameClock, };

export type TablePlan = { 
/**
 * From west to east, in inches.
 */
width: number, 
/**
 * From south to north, in inches.
 */
height: number, 
/**
 * Units of the picture to an inch.
 */
inch: number, };

export type TableSize = { name: string, width: number, height: number, };

export type TakingBack = { by: Side, 
/**
 * How many orders would stand afterwards.
 */
kept: number, 
/**
 * How many of its own orders go, and how many of the other side's.
 */
own: number, others: number, 
/**
 * Whether the other side must agree.
 */
consent: boolean, };

export type Term = { 
/**
 * The word that is explained.
 */
term: string, 
/**
 * Other spellings that mean the same in a text.
 */
also: Array<string>, 
/**
 * What it means.
 */
text: string, 
/**
 * The clause to read.
 */
rule: string, 
/**
 * A picture of it.
 */
picture?: string, };

export type Terms = { 
/**
 * None: nobody is hurried.
 */
clock?: ClockPace, 
/**
 * What happens when a side's time is over; it rests unless told otherwise.
 */
over?: TimeOver, };

export type Thinking = { seq: number, side: Side, 
/**
 * How long it has taken, in milliseconds.
 */
ms: number, 
/**
 * How many orders he plays out, where the game keeps nothing secret;
 */
weighs?: number, 
/**
 * and how often he has done so.
 */
trials?: number, 
/**
 * He was told to choose.
 */
hurried: boolean, };

export type ThoughtAgain = { 
/**
 * Who he is; nobody where there is none who takes his time.
 */
by: string | null, 
/**
 * How many decisions he thinks about, and about how many he has.
 */
of: number, asked: number, 
/**
 * Those in which he would have chosen otherwise, in turn.
 */
found: Array<Otherwise>, };

export type TimeOver = { "kind": "adjourn" } | { "kind": "computer", officer?: string, } | { "kind": "resign" };

export type TollOf = { 
/**
 * What the fights were.
 */
how: string, 
/**
 * What is lost: `Manpower`.
 */
of: string, 
/**
 * Of so many fights the cost was known exactly before the dice.
 */
fights: number, 
/**
 * What each side had to expect to lose in them.
 */
expected: BySide<number>, 
/**
 * What the dice made of it.
 */
fell: BySide<number>, };

export type Turn = { 
/**
 * Its number, from 1.
 */
turn: number, 
/**
 * As players say it: a date, an hour.
 */
label: string, 
/**
 * Whether it is dark.
 */
night: boolean, 
/**
 * The weather it has, or may have.
 */
weather: Array<string>, 
/**
 * Who comes, by id.
 */
arrivals: Array<string>, };

export type TurnMark = { 
/**
 * Its number.
 */
turn: number, 
/**
 * As players say it: a date, an hour.
 */
label: string, 
/**
 * How many orders had been given when it began.
 */
from: number, 
/**
 * Points and losses at its end.
 */
points: BySide<number>, 
/**
 * What each side had lost by then.
 */
lost: BySide<number>, };

export type TurningPoint = { 
/**
 * The number of the order, from 1; a replay opens at it.
 */
n: number, 
/**
 * When it was, as players say it.
 */
when: string, 
/**
 * Whose order it was, and the order as its card said it.
 */
seat: Side, 
/**
 * The order as its card said it.
 */
order: string, 
/**
 * What happened, in the words of its events.
 */
say: string, 
/**
 * What changed in the count of points; empty where nothing did.
 */
scored: string, 
/**
 * The side it was good for, and how good, in about victory points.
 */
favours: Side, 
/**
 * How good it was for that side, in about victory points.
 */
swing: number, };

export type Unrated = { system: string, title: string, 
/**
 * The computer player; nothing: people whose games are not rated.
 */
against: string | null, won: number, drawn: number, lost: number, };

export type Victory = { 
/**
 * Victory points of the Union.
 */
union: number, 
/**
 * Victory points of the Confederacy.
 */
confederate: number, 
/**
 * Who would win if it ended now.
 */
leader: Side | null, 
/**
 * By how much, in the scenario's word.
 */
degree: string, 
/**
 * The same as a sentence.
 */
description: string, 
/**
 * What the points are for.
 */
lines: Array<Points>, };

export type View<O = Own> = { 
/**
 * The word of the system: `gcacw`, `lfm`, `vnb`.
 */
system: string, 
/**
 * The scenario's title.
 */
title: string, 
/**
 * The turn, counted from 1.
 */
turn: number, 
/**
 * How many turns there are.
 */
turns: number, 
/**
 * The turn as players say it: a date, an hour.
 */
turn_label: string, 
/**
 * The phase of the turn, in a word of the system.
 */
phase: string, 
/**
 * What the pieces stand on.
 */
board: Ground, 
/**
 * The weather, where it matters.
 */
weather: string | null, 
/**
 * The side whose turn it is, where one has it.
 */
initiative: Side | null, 
/**
 * Who is on the way, with what is left to him.
 */
active: Active | null, 
/**
 * Every piece that the viewer may know of.
 */
pieces: Array<Piece>, 
/**
 * Everything else on the map.
 */
markers: Array<Marker>, 
/**
 * Every turn of the game.
 */
track: Array<Turn>, 
/**
 * How the game stands.
 */
victory: Victory, } & O;

export type VnbBattle = { phasing: Side, table: TableSize, divisions: Array<DivisionLine>, objectives: Array<ObjectiveLine>, };

export type VnbView = { vnb: VnbBattle, };

export type WagonView = { id: string, side: Side, points: number, };

export type Watching = { spectators: number, };

export type Way = { 
/**
 * To be sent as one request.
 */
orders: Array<string>, path: Array<string>, 
/**
 * Movement points, where they are counted.
 */
cost: number | null, 
/**
 * False where dice or another's decision may end the way.
 */
sure: boolean, 
/**
 * The chance to come there, where dice fall first; `orders` are then those before the dice.
 */
chance?: number, };

export type Weighed = { 
/**
 * The order as its card says it.
 */
label: string, 
/**
 * How good it looked, in about victory points.
 */
score: number, 
/**
 * How often it was played out; 0: judged by doctrine alone.
 */
trials: number, chosen: boolean, };

export type Whose = "built-in" | "own";

export type WhyNot = { 
/**
 * Those that are legal after all.
 */
legal: Array<string>, refusals: Array<NotLegal>, };

export type WinterWeather = { from: number, until: number, now: boolean, };

export type Wishes = { push: Pace, mail: Pace, hook: Pace, 
/**
 * Minutes between two notices of the same game on one channel.
 */
apart: number, 
/**
 * The hour of the day at which what is told once a day is told.
 */
hour: number, 
/**
 * What is not told at all.
 */
without: Array<NoticeKind>, };

export type WordKind = "done" | "other";
