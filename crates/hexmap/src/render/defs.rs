//! The styles, stamps and signs that the rest of the drawing refers to. All names begin with `hm-`, so that
//! a page the map is set into keeps its own.

/// Styles. The type is Libertinus Serif, or what comes nearest to it.
pub const STYLE: &str = r##"<style>
.hm text{font-family:'Libertinus Serif','Palatino Linotype',Palatino,'Book Antiqua',Georgia,serif;fill:#2c211a}
.hm-names text{paint-order:stroke;stroke:#f6efdd;stroke-width:3px;stroke-linejoin:round;stroke-opacity:.85}
.hm-numbers text{font-size:8.4px;text-anchor:middle;fill:#4f3f2d;paint-order:stroke;stroke:#f6efdd;stroke-width:1.8px;stroke-opacity:.55}
.hm-grid{fill:none;stroke:#6b5639;stroke-width:.7;stroke-opacity:.42}
.hm .hm-town{font-size:18px;font-weight:600}
.hm .hm-village{font-size:14px}
.hm .hm-landmark{font-size:12px;font-style:italic}
.hm .hm-entry{font-size:11.5px;font-style:italic;fill:#7d1f1a}
.hm .hm-crossing{font-size:10.5px;font-style:italic;fill:#233f52}
.hm .hm-great,.hm .hm-stream,.hm .hm-creek{font-style:italic;fill:#1f4a66;text-anchor:middle}
.hm .hm-great{font-size:15px;letter-spacing:2.6px}
.hm .hm-stream{font-size:13px;letter-spacing:1.4px}
.hm .hm-creek{font-size:11.5px;letter-spacing:.6px}
.hm .hm-roadname{font-size:10.5px;font-style:italic;letter-spacing:.5px;text-anchor:middle;fill:#5b2d18}
.hm .hm-level text{font-size:9px;font-style:italic;text-anchor:middle;fill:#6d3f16;paint-order:stroke;stroke:#f1e3bf;stroke-width:2.4px}
.hm .hm-title{font-weight:600;text-anchor:middle;letter-spacing:.06em}
.hm .hm-subtitle{font-size:14px;font-style:italic;text-anchor:middle}
.hm .hm-key{font-size:13px}
.hm-scale text{text-anchor:middle}
.hm-contour{fill:none;stroke:#8a5a2b;stroke-opacity:.85}
.hm-hachure{fill:#6b4a2a}
.hm-crest{fill:none;stroke:#6b4a2a;stroke-width:1.6;stroke-linecap:round}
.hm-steep{fill:#3d2a1a}
.hm-wall{fill:none;stroke:#3d3833;stroke-width:4.6}
.hm-stones{fill:none;stroke:#d8d1c4;stroke-width:2.6;stroke-dasharray:4 1.3}
.hm-bank{fill:none;stroke:#3f6f8c;stroke-linecap:round;stroke-linejoin:round}
.hm-river{fill:none;stroke:#aacfdd;stroke-linecap:round;stroke-linejoin:round}
.hm-deck{fill:none;stroke:#f4ecd8;stroke-width:10}
.hm-sign{fill:none;stroke:#2c211a}
.hm-pike-a,.hm-pike,.hm-road-a,.hm-road,.hm-trail-a,.hm-trail,.hm-rail-a,.hm-rail-b,.hm-rail,.hm-unfinished-a,.hm-unfinished-b,.hm-unfinished{fill:none;stroke-linejoin:round}
.hm-pike-a{stroke:#4a2a18;stroke-width:5.2}
.hm-pike{stroke:#e6a555;stroke-width:2.8}
.hm-road-a{stroke:#f6efdd;stroke-width:4;stroke-opacity:.5}
.hm-road{stroke:#6b3c1c;stroke-width:2.1}
.hm-trail-a{stroke:#f6efdd;stroke-width:3.4;stroke-opacity:.35}
.hm-trail{stroke:#57311a;stroke-width:1.5;stroke-dasharray:6 2.6}
.hm-rail-a,.hm-unfinished-a{stroke:#f6efdd;stroke-width:6;stroke-opacity:.6}
.hm-rail-b{stroke:#1d1a18;stroke-width:7;stroke-dasharray:1.3 5.2}
.hm-rail{stroke:#1d1a18;stroke-width:1.9}
.hm-unfinished-b{stroke:#1d1a18;stroke-width:7;stroke-dasharray:1.2 9.8}
.hm-unfinished{stroke:#1d1a18;stroke-width:1.5;stroke-dasharray:7 4}
.hm-sunken-a{fill:none;stroke:#6b4a2a;stroke-width:12;stroke-dasharray:1 2.2}
.hm-sunken-b{fill:none;stroke:#6b4a2a;stroke-width:6.4}
.hm-sunken{fill:none;stroke:#e9d9b0;stroke-width:4.4}
.hm-block{fill:#3a2620;stroke:#f6efdd;stroke-width:.6;paint-order:stroke}
.hm-hexes .hex{fill:transparent;stroke:none}
</style>
"##;

/// The stamps of the ground: name and drawing, around their own middle.
const STAMPS: [(&str, &str); 17] = [
    (
        "tree1",
        r##"<path d="M-3.4 1.4A2.4 2.4 0 0 1-2.6-2.4A2.8 2.8 0 0 1 2.3-2.4A2.3 2.3 0 0 1 3.2 1.5Q0 3-3.4 1.4Z" fill="#93aa6b" stroke="#49602f" stroke-width=".7"/><path d="M.6 2.4Q3.4 2.2 4.6.6" fill="none" stroke="#49602f" stroke-width="1"/>"##,
    ),
    (
        "tree2",
        r##"<path d="M-2.6 1.2A2 2 0 0 1-1.8-2.2A2.2 2.2 0 0 1 2-1.8A1.9 1.9 0 0 1 2.2 1.3Q0 2.3-2.6 1.2Z" fill="#a3b77c" stroke="#49602f" stroke-width=".7"/><path d="M.4 1.9Q2.6 1.9 3.5.5" fill="none" stroke="#49602f" stroke-width=".9"/>"##,
    ),
    (
        "tree3",
        r##"<path d="M-4 1.5A2.2 2.2 0 0 1-3.6-1.8A2.3 2.3 0 0 1 0-3.2A2.4 2.4 0 0 1 3.6-1.4A2 2 0 0 1 3.6 1.7Q0 3-4 1.5Z" fill="#86a05f" stroke="#49602f" stroke-width=".7"/><path d="M.8 2.6Q4 2.4 5 .8" fill="none" stroke="#49602f" stroke-width="1"/>"##,
    ),
    (
        "rolling",
        r##"<path d="M-7 1.6Q-3.5-3 0 1Q3-1.8 6.4 1.2" fill="none" stroke="#a08447" stroke-width=".8"/>"##,
    ),
    (
        "rough1",
        r##"<path d="M-4 2.4L-2.2-1.8M-1 3L-.6-2.6M2.2 2.6L1.2-2.2" fill="none" stroke="#7d5c33" stroke-width=".9"/>"##,
    ),
    (
        "rough2",
        r##"<path d="M-3.4 1L-.4-2.2M-2.4 3L2-1.2M.4 3.2L4 .4" fill="none" stroke="#7d5c33" stroke-width=".9"/>"##,
    ),
    (
        "hill1",
        r##"<path d="M-9 4Q-5-6 1-6Q6-6 10 3" fill="none" stroke="#70502b" stroke-width=".9"/><path d="M2-5.4L4 1M4.4-4.8L7 2.4M6.4-3L9.4 3.6M-1-5.4L.6-.4M-4-4L-4 .4" fill="none" stroke="#70502b" stroke-width=".8"/>"##,
    ),
    (
        "hill2",
        r##"<path d="M-8 3Q-4-4 0-4.4Q5-4.6 8.4 3" fill="none" stroke="#70502b" stroke-width=".9"/><path d="M1-4L2.4 1.4M3.4-3.6L5.4 2.4M5.4-2L8 3.4M-2-3.4L-1.6.6" fill="none" stroke="#70502b" stroke-width=".8"/>"##,
    ),
    (
        "peak1",
        r##"<path d="M-11 7L-2-8L1-4L4-9L12 7Z" fill="#e8d7b0"/><path d="M-11 7L-2-8L1-4L4-9L12 7" fill="none" stroke="#4f3820" stroke-width="1"/><path d="M4-9L3-3L5 1L4 7L12 7ZM-2-8L-2.4-3L-1 1L1-4Z" fill="#6d5131"/><path d="M-4-3L-6 3M-6.4 1L-8 5" fill="none" stroke="#4f3820" stroke-width=".7"/>"##,
    ),
    (
        "peak2",
        r##"<path d="M-10 6L0-9L11 6Z" fill="#e8d7b0"/><path d="M-10 6L-1-8L0-9L11 6" fill="none" stroke="#4f3820" stroke-width="1"/><path d="M0-9L-1-3L2 0L1 6L11 6Z" fill="#6d5131"/><path d="M-3-3L-4.6 2M-5.4 0L-7 4" fill="none" stroke="#4f3820" stroke-width=".7"/>"##,
    ),
    (
        "swamp1",
        r##"<path d="M-5 2H5M0 1.6V-3.4M-1.6 1.6L-3-2M1.6 1.6L3-2M-2 4H3" fill="none" stroke="#2f6a70" stroke-width=".8"/>"##,
    ),
    (
        "swamp2",
        r##"<path d="M-4 1H3M-1.4.8L-2.4-2.4M-.6.8V-3M.2.8L1.4-2.2M-1 3H5" fill="none" stroke="#2f6a70" stroke-width=".8"/>"##,
    ),
    ("reed", r##"<path d="M-5 0H0M-2 2.4H5M-4 4.6H1" fill="none" stroke="#3f7f93" stroke-width=".8"/>"##),
    ("block1", r##"<path d="M-3.4-2.6H3.2V2.4H-3.4Z" fill="#4a3028"/>"##),
    ("block2", r##"<path d="M-3.2-2.4H.6V.2H3V2.6H-3.2Z" fill="#4a3028"/>"##),
    ("house", r##"<path d="M-2.2-1.6H2V1.8H-2.2Z" fill="#4a3028"/>"##),
    ("orchard", r##"<circle r="2.2" fill="#7f9a4e" stroke="#49602f" stroke-width=".5"/>"##),
];

/// Signs and patterns.
const SIGNS: &str = r##"<pattern id="hm-corn" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(24)"><path d="M0 1.5H5" stroke="#b08d2e" stroke-width="1.2"/><path d="M1 4H3" stroke="#c7a84a" stroke-width=".8"/></pattern>
<g id="hm-landmark"><circle r="3.4" fill="#f6efdd" stroke="#2c211a" stroke-width="1.1"/><circle r="1.2" fill="#2c211a"/></g>
<g id="hm-station"><path d="M-6-1.5L0-6.5L6-1.5V5H-6Z" fill="#f6efdd" stroke="#1d1a18" stroke-width="1.2"/><path d="M-6-1.5L0-6.5L6-1.5Z" fill="#1d1a18"/><path d="M-1.6 5V1H1.6V5" fill="#1d1a18"/></g>
<g id="hm-fort"><path d="M0-10L3.2-4.2L9.5-3.1L5.2 1.7L5.9 8.1L0 5.4L-5.9 8.1L-5.2 1.7L-9.5-3.1L-3.2-4.2Z" stroke="#2c211a" stroke-width="1.4" stroke-linejoin="round"/><path d="M0-4.4L4.2-1.4L2.6 3.6H-2.6L-4.2-1.4Z" fill="#f6efdd" stroke="#2c211a" stroke-width=".8"/></g>
<g id="hm-ferry"><path d="M-8-1H8L5.4 5H-5.4Z" fill="#f6efdd" stroke="#2c211a" stroke-width="1.3" stroke-linejoin="round"/><path d="M-.6-1V-9.6L6.4-3.4H.6V-1Z" fill="#2c211a"/></g>
<g id="hm-entry"><path d="M2-4.5H13V-9.5L25 0L13 9.5V4.5H2Z" fill="#9c2f27" stroke="#f6efdd" stroke-width="1.4"/></g>
<g id="hm-compass"><circle r="21" fill="none" stroke="#2c211a" stroke-width=".8"/><circle r="18.5" fill="none" stroke="#2c211a" stroke-width=".5"/><path d="M0-30L4.4-4.4L0 0ZM30 0L4.4 4.4L0 0ZM0 30L-4.4 4.4L0 0ZM-30 0L-4.4-4.4L0 0Z" fill="#2c211a" stroke="#2c211a" stroke-width=".6"/><path d="M0-30L-4.4-4.4L0 0ZM30 0L4.4-4.4L0 0ZM0 30L4.4 4.4L0 0ZM-30 0L-4.4 4.4L0 0Z" fill="#f4ecd8" stroke="#2c211a" stroke-width=".6"/><text y="-33" text-anchor="middle" font-size="14" font-weight="600">N</text></g>
"##;

/// Everything that stands in `<defs>`.
pub fn defs(out: &mut String) {
    out.push_str("<defs>\n");
    for (name, drawing) in STAMPS {
        out.push_str("<marker id=\"hm-");
        out.push_str(name);
        out.push_str(
            "\" markerUnits=\"userSpaceOnUse\" markerWidth=\"30\" markerHeight=\"30\" overflow=\"visible\">",
        );
        out.push_str(drawing);
        out.push_str("</marker>\n");
    }
    out.push_str(SIGNS);
    out.push_str("</defs>\n");
}
