/**
 * The shapes of the JSON that the server sends, for the type checker. Nothing of this runs.
 *
 * @typedef {"union" | "confederate"} Side
 *
 * @typedef {object} ScenarioCard
 * @property {string} id
 * @property {string} system
 * @property {string} title
 * @property {string} subtitle
 * @property {string} description
 * @property {string[]} sides
 * @property {string} victory
 * @property {number} turns
 * @property {string} length
 * @property {boolean} lesson
 * @property {{id: string, title: string, text: string, usual: boolean}[]} options
 *
 * @typedef {object} Officer
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {number | null} seconds what he takes for a decision; null: he answers at once
 *
 * @typedef {object} SeatInfo
 * @property {"person" | "computer" | "open"} kind
 * @property {string} name
 * @property {string | null} officer
 *
 * @typedef {object} Piece
 * @property {string} id
 * @property {string} name
 * @property {Side} side
 * @property {string} kind
 * @property {string} [arm]
 * @property {string} [size]
 * @property {string | null} [at]
 * @property {string} [where]
 * @property {string} [command]
 * @property {string} [strength]
 * @property {string} [strength_note]
 * @property {number} [fatigue]
 * @property {string[]} [state]
 * @property {string | null} [works]
 * @property {string[]} [leader_of]
 * @property {string | null} [attached_to]
 * @property {boolean} [spent]
 * @property {string[] | null} [holds] the units under a Force marker, for its owner
 * @property {string} [under] the Force marker a unit is under, for its owner
 * @property {string[][]} [values]
 * @property {string} label
 * @property {number} [x]
 * @property {number} [y]
 * @property {number} [facing]
 * @property {number} [width]
 * @property {number} [depth]
 * @property {number} [radius]
 *
 * @typedef {object} Marker
 * @property {string} kind
 * @property {Side} [side]
 * @property {string} at
 * @property {string} label
 *
 * @typedef {object} View
 * @property {string} system
 * @property {string} title
 * @property {number} turn
 * @property {number} turns
 * @property {string} turn_label
 * @property {string} phase
 * @property {string} [weather]
 * @property {Side} [initiative]
 * @property {{piece?: string, leader?: string, label?: string, at?: string} | null} [active]
 * @property {Piece[]} pieces
 * @property {{table: {width: number, height: number}}} [vnb]
 * @property {{sequence?: string[]}} [gcacw]
 * @property {any} [campaign] see panels/campaign.js
 * @property {Marker[]} [markers]
 * @property {{turn: number, label: string, weather?: string[], arrivals?: string[]}[]} [track]
 * @property {{union: number, confederate: number, leader?: Side | null, degree?: string,
 *             lines?: {label: string, side?: Side, points: number}[]}} [victory]
 *
 * @typedef {object} Card
 * @property {string} order
 * @property {string} label
 * @property {string} [at]
 * @property {string} [piece]
 * @property {string} [group]
 * @property {string} [mark] a few letters to show at its place
 * @property {any} [preview]
 * @property {string[]} [orders] several in turn, made by the client from a way
 * @property {string[]} [path]
 * @property {Side} seat
 *
 * @typedef {object} Decision
 * @property {Side[]} seats
 * @property {string} kind
 * @property {string} prompt
 * @property {string} rule
 * @property {string} section
 *
 * @typedef {object} Standing
 * @property {Decision} [waiting]
 * @property {{winner: Side | null, degree: string, points: number[]}} [over]
 *
 * @typedef {object} TakingBack
 * @property {Side} by
 * @property {number} kept
 * @property {boolean} consent
 *
 * @typedef {object} Table
 * @property {string} id
 * @property {string} scenario
 * @property {string} system
 * @property {string[]} options
 * @property {Record<Side, SeatInfo>} seats
 * @property {Side[]} you
 * @property {string} viewer
 * @property {number} seq
 * @property {number} orders
 * @property {Standing} standing
 * @property {View} view
 * @property {Card[]} cards
 * @property {Card[]} [at_any_time] orders that may be given whoever is asked
 * @property {Record<string, TakingBack | null>} undo
 * @property {TakingBack | null} asked
 * @property {string} seed_hash
 * @property {string} [seed]
 *
 * @typedef {Record<string, any> & {say: string, type?: string}} GameEvent
 *
 * @typedef {object} Note what a computer player considered
 * @property {string} by
 * @property {string} [why]
 * @property {{label: string, score: number, trials: number, chosen: boolean}[]} [weighed]
 *
 * @typedef {object} Line
 * @property {Note} [note]
 * @property {number} n
 * @property {Side} [seat]
 * @property {string} [order]
 * @property {GameEvent[]} events
 * @property {{die: number, for: string}[]} [dice]
 *
 * @typedef {object} News
 * @property {number} seq
 * @property {number} orders
 * @property {Line[]} lines
 * @property {Standing} standing
 * @property {TakingBack | null} asked
 * @property {TakingBack | null} taken_back
 * @property {Record<Side, SeatInfo>} seats
 *
 * @typedef {object} Clause
 * @property {string} id
 * @property {string} system
 * @property {string} section
 * @property {string} title
 * @property {string} text
 *
 * @typedef {object} GameRow
 * @property {string} id
 * @property {string} scenario
 * @property {number} created
 * @property {number} touched
 * @property {string} headline
 * @property {Side[]} you
 * @property {Side[]} waiting
 * @property {boolean} over
 * @property {boolean} your_turn
 * @property {Record<Side, SeatInfo>} seats
 */
export {};
