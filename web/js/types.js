/**
 * The shapes of the JSON that the server sends, for the type checker. They are the server's own types, written
 * to wire.d.ts; only what the client adds stands here. Nothing of this runs.
 *
 * @typedef {import("./wire").Side} Side
 * @typedef {import("./wire").SystemCard} SystemCard
 * @typedef {import("./wire").Lens} Lens
 * @typedef {import("./wire").ScenarioCard} ScenarioCard
 * @typedef {import("./wire").Officer} Officer
 * @typedef {import("./wire").SeatInfo} SeatInfo
 * @typedef {import("./wire").Piece} Piece
 * @typedef {import("./wire").Marker} Marker
 * @typedef {import("./wire").View} View
 * @typedef {import("./wire").Decision} Decision
 * @typedef {import("./wire").Standing} Standing
 * @typedef {import("./wire").TakingBack} TakingBack
 * @typedef {import("./wire").Table} Table
 * @typedef {import("./wire").ToldEvent} GameEvent
 * @typedef {import("./wire").Note} Note
 * @typedef {import("./wire").Line} Line
 * @typedef {import("./wire").News} News
 * @typedef {import("./wire").Log} Log
 * @typedef {import("./wire").Moment} Moment
 * @typedef {import("./wire").Answer} Answer
 * @typedef {import("./wire").WhyNot} WhyNot
 * @typedef {import("./wire").Reach} Reach
 * @typedef {import("./wire").Way} Way
 * @typedef {import("./wire").Clause} Clause
 * @typedef {import("./wire").Book} Book
 * @typedef {import("./wire").Term} Term
 * @typedef {import("./wire").Sequence} Sequence
 * @typedef {import("./wire").GameRow} GameRow
 * @typedef {import("./wire").CampaignView} CampaignView
 * @typedef {import("./wire").LessonCard} LessonCard
 * @typedef {import("./wire").Finding} Finding
 *
 * @typedef {import("./wire").Card & {orders?: string[], path?: string[], goal?: string}} Card an order to choose;
 *   several in turn with their path and goal where the client made it from a way
 */
export {};
