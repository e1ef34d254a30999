/** The words of the formats: what can be painted, which columns a table of units has, what a scenario's forms ask for. */

/** @typedef {{key: string, label: string, type?: "text" | "long" | "int" | "number" | "bool" | "choice" | "list" | "ints" | "data" | "tactical" | "point", options?: string[], wide?: boolean, hint?: string}} Field */
/** @typedef {{at: string, title: string, one: string, fields: Field[], fresh: (n: number, where: string) => Record<string, any>, about?: string}} Rows a table of entries: its place in the file, with dots */
/** @typedef {{id: string, label: string, key: string, kinds: string[], hint: string}} Tool */

const SIDES = ["union", "confederate"];
/** @type {Field} */
const side = { key: "side", label: "Side", type: "choice", options: SIDES };
/** @type {Field} */
const name = { key: "name", label: "Name", wide: true };
/** @type {(options: string[]) => Field} */
const arm = (options) => ({ key: "arm", label: "Arm", type: "choice", options });

/** Letters that choose a kind of terrain. @type {Record<string, string>} */
export const LETTERS = {
  clear: "c",
  woods: "w",
  rolling: "g",
  rough: "r",
  city: "t",
  swamp: "s",
  "provisional-swamp": "p",
  hill: "h",
  mountain: "m",
  water: "a",
  orchard: "o",
  cornfield: "n",
  town: "t",
  marsh: "m",
};

const WAY_KINDS = ["pike", "road", "trail", "railroad", "unfinished-railroad"];
const WATER_KINDS = ["creek", "minor-river", "major-river", "all-water"];

/** @type {(terrain: string[], rest: Tool[]) => Tool[]} */
const hexTools = (terrain, rest) => [
  {
    id: "look",
    label: "Look",
    key: "1",
    kinds: [],
    hint: "Click a hex to see and change what is in it; drag to move the map.",
  },
  {
    id: "pieces",
    label: "Pieces",
    key: "2",
    kinds: [],
    hint: "Drag counters; click one and then a hex to put it there.",
  },
  {
    id: "terrain",
    label: "Terrain",
    key: "3",
    kinds: terrain,
    hint: "Paint by dragging; [ and ] change the brush, a letter the kind.",
  },
  {
    id: "road",
    label: "Roads",
    key: "4",
    kinds: WAY_KINDS,
    hint: "Drag from place to place: the road finds its way. With Erase, drag over hexes.",
  },
  {
    id: "water",
    label: "Water",
    key: "5",
    kinds: WATER_KINDS,
    hint: "Drag along the river: it keeps to hexsides and never breaks. With Erase, drag along it.",
  },
  {
    id: "crossing",
    label: "Crossings",
    key: "6",
    kinds: ["bridge", "ford", "ferry", "dam"],
    hint: "Click a hexside with water; once more to take it away.",
  },
  {
    id: "place",
    label: "Places",
    key: "7",
    kinds: ["town", "village", "landmark", "entry"],
    hint: "Type a name, then click its hex.",
  },
  ...rest,
];

/** @type {Record<string, Tool[]>} */
export const TOOLS = {
  gcacw: hexTools(
    ["clear", "rolling", "rough", "woods", "hill", "mountain", "swamp", "provisional-swamp", "city", "water"],
    [
      {
        id: "ridge",
        label: "Ridges",
        key: "8",
        kinds: [],
        hint: "Click a hexside from the hex that is higher; again to turn it round or take it away.",
      },
      {
        id: "feature",
        label: "Features",
        key: "9",
        kinds: ["rr_station", "redoubt", "fort", "plateau"],
        hint: "Click a hex; once more to take it away.",
      },
      { id: "border", label: "Borders", key: "0", kinds: [], hint: "Click hexsides of a county's border." },
    ],
  ),
  lfm: hexTools(
    ["clear", "woods", "orchard", "cornfield", "town", "marsh", "water"],
    [
      {
        id: "level",
        label: "Levels",
        key: "8",
        kinds: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
        hint: "Paint levels by dragging.",
      },
      {
        id: "wall",
        label: "Walls",
        key: "9",
        kinds: ["stone-wall", "steep-slope"],
        hint: "Click hexsides; once more to take it away.",
      },
      {
        id: "feature",
        label: "Features",
        key: "0",
        kinds: ["sunken_road"],
        hint: "Click a clear hex; once more to take it away.",
      },
    ],
  ),
  vnb: [
    {
      id: "look",
      label: "Look",
      key: "1",
      kinds: [],
      hint: "Click a shape to choose it; drag its points, or the map.",
    },
    { id: "pieces", label: "Stands", key: "2", kinds: [], hint: "Drag stands; Q and E turn the chosen one." },
    {
      id: "area",
      label: "Areas",
      key: "3",
      kinds: [
        "forest",
        "orchard",
        "crops",
        "broken-ground",
        "swamp",
        "marsh",
        "hill",
        "town",
        "village",
        "fort",
        "fortress",
      ],
      hint: "Click point after point; click the first again, double-click or press Enter to close. Towns and villages need one click.",
    },
    {
      id: "line",
      label: "Lines",
      key: "4",
      kinds: [
        "road",
        "stream",
        "marshy-stream",
        "river",
        "sunken-road",
        "field-works",
        "hasty-works",
        "low-wall",
        "tree-line",
      ],
      hint: "Click point after point; double-click or press Enter to end.",
    },
    {
      id: "spot",
      label: "Crossings",
      key: "5",
      kinds: ["bridge", "ford"],
      hint: "Click on water: it snaps to the line.",
    },
  ],
};

const HEX = { key: "hex", label: "Hex" };

/** Who is on the field, by system. @type {Record<string, Rows[]>} */
export const FORCES = {
  gcacw: [
    {
      at: "unit",
      title: "Units",
      one: "unit",
      fields: [
        side,
        name,
        {
          key: "size",
          label: "Size",
          type: "choice",
          options: ["squadron", "regiment", "brigade", "demi-division", "division"],
        },
        arm(["infantry", "cavalry", "artillery", "wagon"]),
        { key: "command", label: "Command" },
        { key: "division", label: "Division" },
        { key: "army", label: "Army" },
        { key: "tactical", label: "Tactical", type: "tactical", hint: "A number, or attack/defend: 5/4" },
        { key: "artillery", label: "Artillery", type: "int" },
        { key: "manpower", label: "Manpower", type: "int" },
        HEX,
        { key: "fatigue", label: "Fatigue", type: "int" },
        {
          key: "entrenchment",
          label: "Works",
          type: "choice",
          options: [
            "abatis-build",
            "abatis",
            "breastwork-build",
            "breastwork",
            "fort-build",
            "fort-build-1",
            "fort-build-2",
            "fort",
          ],
        },
        { key: "arrives.turn", label: "Arrives on turn", type: "int" },
        { key: "arrives.hexes", label: "in hexes", type: "list" },
      ],
      fresh: (n, hex) => ({
        side: "union",
        name: `Unit ${n}`,
        size: "division",
        arm: "infantry",
        tactical: 2,
        artillery: 1,
        manpower: 5,
        hex,
      }),
    },
    {
      at: "leader",
      title: "Leaders",
      one: "leader",
      fields: [
        side,
        name,
        {
          key: "rank",
          label: "Rank",
          type: "choice",
          options: ["army", "district", "corps", "division", "grand-division"],
        },
        arm(["infantry", "cavalry"]),
        { key: "command", label: "Command" },
        { key: "tactical", label: "Tactical", type: "int" },
        { key: "command_value", label: "Command value", type: "int" },
        { key: "with", label: "With", wide: true },
      ],
      fresh: (n) => ({
        side: "union",
        name: `Leader ${n}`,
        rank: "corps",
        arm: "infantry",
        command: "I",
        tactical: 2,
        command_value: 3,
        with: "",
      }),
    },
  ],
  lfm: [
    {
      at: "unit",
      title: "Units",
      one: "unit",
      fields: [
        side,
        name,
        arm(["infantry", "cavalry", "artillery", "horse-artillery"]),
        { key: "corps", label: "Corps" },
        { key: "division", label: "Division" },
        { key: "brigade", label: "Brigade" },
        { key: "sp", label: "SP", type: "int" },
        { key: "limbered_sp", label: "Limbered SP", type: "int" },
        { key: "cohesion", label: "Cohesion", type: "int" },
        HEX,
        { key: "state", label: "State", type: "list" },
      ],
      fresh: (n, hex) => ({
        side: "union",
        name: `${n}US`,
        arm: "infantry",
        corps: "I",
        division: "1",
        brigade: "1",
        sp: 5,
        cohesion: 5,
        hex,
      }),
    },
    {
      at: "commander",
      title: "Commanders",
      one: "commander",
      fields: [
        side,
        name,
        { key: "stars", label: "Stars", type: "int" },
        { key: "cv", label: "CV", type: "int" },
        { key: "corps", label: "Corps" },
        { key: "division", label: "Division" },
        { key: "brigade", label: "Brigade" },
        arm(["infantry", "cavalry"]),
        HEX,
      ],
      fresh: (n, hex) => ({
        side: "union",
        name: `Commander ${n}`,
        stars: 1,
        corps: "I",
        division: "1",
        brigade: "1",
        hex,
      }),
    },
    {
      at: "arrival",
      title: "Reinforcements",
      one: "group",
      fields: [
        { key: "turn", label: "Turn", type: "int" },
        { key: "day", label: "of day", type: "int" },
        HEX,
        { key: "road", label: "or road", wide: true },
        { key: "units", label: "Units", type: "list", wide: true },
        { key: "mp", label: "MP", type: "int" },
      ],
      fresh: () => ({ turn: 2, hex: "", units: [] }),
    },
  ],
  vnb: [
    {
      at: "stand",
      title: "Stands",
      one: "stand",
      fields: [
        side,
        name,
        {
          key: "type",
          label: "Type",
          type: "choice",
          options: [
            "infantry-brigade",
            "cavalry-brigade",
            "mounted-infantry",
            "infantry-skirmisher",
            "cavalry-skirmisher",
            "artillery-battalion",
            "artillery-battery",
            "commander",
          ],
        },
        { key: "rank", label: "Rank", type: "choice", options: ["army", "corps", "division"] },
        {
          key: "weapon",
          label: "Weapon",
          type: "choice",
          options: [
            "smoothbore",
            "rifled-carbine",
            "rifled-musket",
            "cartridge-carbine",
            "cartridge-rifle",
            "sharps",
            "sharps-rifle",
            "spencer",
            "spencer-rifle",
            "henry",
            "winchester",
            "smoothbore-field",
            "smoothbore-heavy",
            "smoothbore-siege",
            "rifled-field",
            "rifled-heavy",
            "rifled-siege",
          ],
        },
        { key: "sp", label: "SP", type: "int" },
        { key: "morale", label: "Morale", type: "int" },
        { key: "division", label: "Division" },
        { key: "corps", label: "Corps" },
        { key: "x", label: "x", type: "number" },
        { key: "y", label: "y", type: "number" },
        { key: "facing", label: "Facing", type: "number" },
        { key: "state", label: "State", type: "list" },
        { key: "flags", label: "Flags", type: "list" },
        { key: "garrison", label: "Garrison" },
      ],
      fresh: (n, at) => {
        const [x, y] = at.split(",").map(Number);
        return {
          side: "union",
          name: `Stand ${n}`,
          type: "infantry-brigade",
          weapon: "rifled-musket",
          sp: 4,
          morale: 5,
          division: "First",
          x,
          y,
          facing: 0,
        };
      },
    },
    {
      at: "division",
      title: "Divisions",
      one: "division",
      fields: [
        side,
        name,
        { key: "corps", label: "Corps" },
        { key: "exhaustion", label: "Exhaustion", type: "int" },
        { key: "commander", label: "Commander" },
        { key: "released", label: "Released", type: "int" },
      ],
      fresh: (n) => ({ side: "union", name: `Division ${n}` }),
    },
    {
      at: "reinforcement",
      title: "Reinforcements",
      one: "group",
      fields: [
        side,
        { key: "turn", label: "Turn", type: "int" },
        { key: "at", label: "At x,y", type: "point" },
        { key: "division", label: "Division" },
        { key: "stands", label: "Stands", type: "list", wide: true },
        { key: "facing", label: "Facing", type: "number" },
        { key: "column", label: "Column", type: "bool" },
      ],
      fresh: () => ({ side: "union", turn: 2, at: [0, 0], stands: [] }),
    },
  ],
};

/**
 * What every scenario may say of itself to those who choose a game.
 * @type {Field[]}
 */
export const ABOUT = [
  { key: "about.minutes", label: "Minutes it takes", type: "int" },
  { key: "about.campaign", label: "A campaign", type: "bool" },
  { key: "about.union", label: "What to try first: Union", type: "long", wide: true },
  { key: "about.confederate", label: "What to try first: Confederate", type: "long", wide: true },
];

/** Forms about the scenario itself: fields with dots on the way. @type {Record<string, Field[]>} */
export const HEAD = {
  gcacw: [
    {
      key: "gcacw.game",
      label: "Game",
      type: "choice",
      options: ["SJW", "HCR", "RTG", "SIV", "SLB", "OTR", "GTC", "BTC", "BAC", "AGA", "AIO", "RWH", "HSN"],
    },
    { key: "gcacw.year", label: "Year", type: "int" },
    { key: "gcacw.turns", label: "Turns", type: "int" },
    { key: "gcacw.starts", label: "First day", hint: "1864-11-27" },
    { key: "gcacw.advanced", label: "Advanced Game", type: "bool" },
    { key: "gcacw.random_events", label: "Random events", type: "bool" },
    {
      key: "gcacw.optional",
      label: "Optional rules",
      type: "list",
      wide: true,
      hint: "fatigue-4-march, entrench-action-1863, limited-intelligence",
    },
    { key: "weather.rain", label: "Rain on turn 1", type: "bool" },
    { key: "weather.heat", label: "Heat on turn 1", type: "bool" },
    { key: "weather.minor_unfordable_until", label: "Minor fords closed through turn", type: "int" },
    { key: "weather.major_unfordable_until", label: "Major fords closed through turn", type: "int" },
    { key: "victory.description", label: "Victory, in words", type: "long", wide: true },
  ],
  lfm: [
    { key: "first", label: "Who goes first", type: "choice", options: SIDES },
    { key: "about.year", label: "Year", type: "int" },
    { key: "lfm.turn", label: "First turn", type: "int" },
    { key: "lfm.turns", label: "Last turn", type: "int" },
    { key: "lfm.day_turns", label: "Daytime turns a day", type: "int" },
    { key: "lfm.night_turns", label: "Night turns", type: "int" },
    { key: "lfm.rain", label: "Turns with rain", type: "ints" },
    { key: "lfm.days", label: "Names of the days", type: "list", wide: true },
    { key: "lfm.first_hour", label: "First hour", type: "int" },
    { key: "lfm.minutes_per_turn", label: "Minutes a turn", type: "int" },
    { key: "victory.sp", label: "Points for each SP", type: "int" },
    { key: "victory.brigade", label: "for each brigade", type: "int" },
    { key: "victory.commander", label: "for each commander", type: "int" },
    { key: "victory.draw", label: "Draw below percent", type: "int" },
    { key: "victory.sudden", label: "Sudden end at a lead of", type: "int" },
    {
      key: "victory.levels",
      label: "Levels",
      type: "data",
      wide: true,
      hint: "{ marginal = 1, decisive = 30 }",
    },
    { key: "victory.exhaustion", label: "Exhaustion", type: "data", wide: true, hint: "{ union = 90 }" },
    { key: "victory.handicap", label: "Handicap", type: "data", wide: true, hint: "{ union = 5 }" },
  ],
  vnb: [
    { key: "first", label: "Who goes first", type: "choice", options: SIDES },
    { key: "vnb.turns", label: "Turns", type: "int" },
    { key: "vnb.date", label: "Date", hint: "1863-07-01" },
    { key: "vnb.starts", label: "Clock of turn 1", hint: "10:00" },
    { key: "vnb.options", label: "Options", type: "list", wide: true },
    { key: "vnb.dedicated_guns", label: "Dedicated guns", type: "bool" },
    { key: "vnb.victory.casualty", label: "Points for each strength point", type: "int" },
    { key: "vnb.victory.exhausted", label: "for an exhausted division", type: "int" },
    { key: "vnb.victory.collapsed", label: "for a collapsed division", type: "int" },
    { key: "vnb.victory.margin", label: "Margin in percent", type: "int" },
    { key: "vnb.victory.sudden_death", label: "Sudden death", type: "bool" },
  ],
};

/** What else a scenario has in rows. @type {Record<string, Rows[]>} */
export const RULES = {
  gcacw: [
    {
      at: "victory.place",
      title: "Victory: places",
      one: "place",
      fields: [
        name,
        { ...side, label: "Scored by" },
        { key: "hexes", label: "Hexes", type: "list" },
        { key: "points", label: "Points", type: "int" },
        { key: "each", label: "Each", type: "bool" },
        { key: "when", label: "When", type: "choice", options: ["end", "turn"] },
        { key: "held_by", label: "Held by", type: "choice", options: SIDES },
      ],
      fresh: (n, hex) => ({ name: `Place ${n}`, side: "union", hexes: hex ? [hex] : [], points: 5 }),
    },
    {
      at: "victory.loss",
      title: "Victory: losses",
      one: "line",
      fields: [
        { ...side, label: "Scored by" },
        { key: "points", label: "Points", type: "int" },
        { key: "per", label: "for each", type: "int" },
      ],
      fresh: (n) => ({ side: n % 2 ? "union" : "confederate", points: 1 }),
    },
    {
      at: "victory.level",
      title: "Victory: levels",
      one: "level",
      about: "Union points less Confederate ones; the first line that fits counts.",
      fields: [
        { key: "at_least", label: "At least", type: "int" },
        { key: "at_most", label: "At most", type: "int" },
        { key: "winner", label: "Winner", type: "choice", options: SIDES },
        { key: "degree", label: "Degree" },
      ],
      fresh: (n) =>
        [
          { at_least: 1, winner: "union", degree: "marginal" },
          { at_least: 0, degree: "draw" },
          { at_most: -1, winner: "confederate", degree: "marginal" },
        ][n - 1] ?? { at_least: 0, degree: "draw" },
    },
    {
      at: "victory.automatic",
      title: "Victory at once",
      one: "line",
      fields: [
        side,
        { key: "hexes", label: "Hexes", type: "list" },
        { key: "all", label: "All", type: "bool" },
        { key: "degree", label: "Degree" },
        { key: "from_turn", label: "From turn", type: "int" },
        { key: "every_action", label: "Every action", type: "bool" },
      ],
      fresh: (_, hex) => ({ side: "confederate", hexes: hex ? [hex] : [] }),
    },
    {
      at: "restriction",
      title: "Restrictions",
      one: "restriction",
      fields: [
        side,
        { key: "units", label: "Units", type: "list", wide: true },
        { key: "command", label: "Command" },
        { key: "until", label: "Until turn", type: "int" },
        { key: "released_by", label: "Released by enemy within", type: "int" },
        { key: "turns", label: "On turns", type: "ints" },
        { key: "forbid", label: "Forbid", type: "list" },
      ],
      fresh: () => ({ side: "union", until: 2 }),
    },
    {
      at: "marker",
      title: "Markers",
      one: "marker",
      fields: [
        {
          key: "kind",
          label: "Kind",
          type: "choice",
          options: ["flanks-refused", "damaged-station", "destroyed-station", "pontoon", "destroyed"],
        },
        side,
        HEX,
        { key: "hexside", label: "Hexside" },
      ],
      fresh: (_, hex) => ({ kind: "flanks-refused", side: "union", hex }),
    },
  ],
  lfm: [
    {
      at: "victory.hex",
      title: "Victory: hexes",
      one: "place",
      fields: [
        name,
        { key: "hexes", label: "Hexes", type: "list" },
        { key: "points", label: "Points each", type: "int" },
        { key: "for", label: "Only for", type: "choice", options: SIDES },
        { key: "held_by", label: "Held by", type: "choice", options: SIDES },
      ],
      fresh: (n, hex) => ({ name: `Place ${n}`, hexes: hex ? [hex] : [], points: 10 }),
    },
    {
      at: "hold",
      title: "Not free yet",
      one: "group",
      fields: [
        { key: "units", label: "Units", type: "list", wide: true },
        side,
        { key: "corps", label: "Corps" },
        { key: "division", label: "Division" },
        { key: "until", label: "Until turn", type: "int" },
        { key: "contact", label: "Contact", type: "bool" },
      ],
      fresh: () => ({ units: [], until: 2 }),
    },
    {
      at: "marker",
      title: "Markers",
      one: "marker",
      fields: [
        {
          key: "kind",
          label: "Kind",
          type: "choice",
          options: ["breastwork", "burned-bridge", "bridge-charge"],
        },
        HEX,
        { key: "hexside", label: "Hexside" },
        { key: "unit", label: "Unit" },
      ],
      fresh: (_, hex) => ({ kind: "breastwork", hex }),
    },
  ],
  vnb: [
    {
      at: "objective",
      title: "Objectives",
      one: "objective",
      fields: [
        name,
        { key: "at", label: "At x,y", type: "point" },
        { key: "feature", label: "or feature" },
        { key: "radius", label: "Radius", type: "number" },
        { key: "points", label: "Points", type: "int" },
        { key: "held_by", label: "Held by", type: "choice", options: SIDES },
      ],
      fresh: (n, at) => ({ name: `Objective ${n}`, at: at.split(",").map(Number), points: 5 }),
    },
  ],
};

/** A lesson. @type {Field[]} */
export const LESSON_HEAD = [
  { key: "title", label: "Title", wide: true },
  { key: "minutes", label: "Minutes", type: "int" },
  { key: "you", label: "The student plays", type: "choice", options: SIDES },
  { key: "enemy", label: "The enemy", hint: "recruit" },
  { key: "about", label: "About", type: "long", wide: true },
  {
    key: "learnt",
    label: "Learnt",
    type: "data",
    wide: true,
    hint: '["The higher die has the initiative."]',
  },
  { key: "next", label: "Go on with" },
];

/** @type {Rows} */
export const STEPS_OF_LESSON = {
  at: "step",
  title: "Steps",
  one: "step",
  fields: [
    { key: "say", label: "Say", type: "long", wide: true },
    { key: "why", label: "Why", type: "long", wide: true },
    { key: "point", label: "Point at", type: "data", hint: '{ hex = "0101" }' },
    { key: "until", label: "Until", type: "data", hint: "{ read = true }" },
    { key: "way", label: "On the way", type: "list" },
    { key: "hint", label: "Hint", type: "long" },
    { key: "done", label: "When done", type: "long" },
    { key: "other", label: "Otherwise", type: "long" },
    { key: "enemy", label: "Enemy orders", type: "list" },
    { key: "dice", label: "Dice", type: "ints" },
  ],
  fresh: () => ({ say: "Look at the map.", until: { read: true } }),
};
