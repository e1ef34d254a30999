//! Everything a drawing consists of, in order, and where it lies.

use std::ops::Range;
use std::sync::Arc;

use resvg::tiny_skia::{Paint, Pixmap, Rect, Transform};
use resvg::usvg::{self, Group, Node, Tree};

use hexmap::render::OVER_PICTURE;

use crate::{Error, Part, Photo};

/// Units of the drawing along a side of a cell of the index.
const CELL: f32 = 256.0;

/// The group of the hex numbers: left out where they could not be read.
const NUMBERS: &str = "hm-numbers";
/// Numbers are drawn from this scale.
const NUMBERS_FROM: f32 = 0.4;

/// One thing that is drawn.
struct Leaf {
    /// Where its way begins and ends in [`Scene::ways`].
    way: Range<u32>,
    /// From its own coordinates to those of the drawing.
    to_page: Transform,
    bounds: Rect,
    number: bool,
    /// It lies over the picture of the map.
    over: bool,
}

/// A drawing as a flat list with an index by place.
pub(crate) struct Scene {
    tree: Tree,
    /// The way to each leaf through the groups of the tree, child by child: much smaller than a second leaf.
    ways: Vec<u32>,
    leaves: Vec<Leaf>,
    /// The leaves that touch each cell, row by row.
    cells: Vec<Vec<u32>>,
    columns: usize,
    width: f32,
    height: f32,
    /// The picture under it.
    pub(crate) photo: Option<Photo>,
}

impl Scene {
    pub(crate) fn new(svg: &str) -> Result<Scene, Error> {
        let tree = Tree::from_str(svg, &options())?;
        let (width, height) = (tree.size().width(), tree.size().height());
        let mut found = Found::default();
        found.flatten(tree.root(), Transform::identity(), (false, false));
        let Found { ways, leaves, .. } = found;
        let columns = (width / CELL).ceil().max(1.0) as usize;
        let rows = (height / CELL).ceil().max(1.0) as usize;
        let mut scene = Scene {
            tree,
            ways,
            leaves,
            cells: vec![Vec::new(); columns * rows],
            columns,
            width,
            height,
            photo: None,
        };
        for n in 0..scene.leaves.len() {
            for cell in scene.touched(scene.leaves[n].bounds) {
                scene.cells[cell].push(n as u32);
            }
        }
        Ok(scene)
    }

    pub(crate) fn size(&self) -> (f32, f32) {
        (self.width, self.height)
    }

    /// How large the whole picture is at a scale.
    pub(crate) fn pixels(&self, scale: f32) -> (u32, u32) {
        ((self.width * scale).ceil().max(1.0) as u32, (self.height * scale).ceil().max(1.0) as u32)
    }

    /// Draws a part of the picture.
    pub(crate) fn draw(&self, scale: f32, part: Part) -> Result<Pixmap, Error> {
        let mut picture = part.blank()?;
        // A pixel more on every side: edges are softened.
        let (left, top) = (part.left as f32 - 1.0, part.top as f32 - 1.0);
        let seen = Rect::from_xywh(
            left / scale,
            top / scale,
            (part.width as f32 + 2.0) / scale,
            (part.height as f32 + 2.0) / scale,
        )
        .ok_or(Error::Nowhere)?;
        let place = Transform::from_row(scale, 0.0, 0.0, scale, -(part.left as f32), -(part.top as f32));
        let mut touched: Vec<u32> =
            self.touched(seen).flat_map(|cell| self.cells[cell].iter().copied()).collect();
        touched.sort_unstable();
        touched.dedup();
        let mut photo = self.photo.as_ref();
        for leaf in touched.into_iter().map(|n| &self.leaves[n as usize]) {
            if leaf.over
                && let Some(photo) = photo.take()
            {
                photo.draw(place, &mut picture);
            }
            if meets(leaf.bounds, seen) && (!leaf.number || scale >= NUMBERS_FROM) {
                leaf.draw(self.node(leaf), place, &mut picture);
            }
        }
        if let Some(photo) = photo {
            photo.draw(place, &mut picture);
        }
        Ok(picture)
    }

    fn node(&self, leaf: &Leaf) -> Option<&Node> {
        let way = self.ways.get(leaf.way.start as usize..leaf.way.end as usize)?;
        let (last, groups) = way.split_last()?;
        let mut group = self.tree.root();
        for child in groups {
            group = inside(group.children().get(*child as usize)?)?;
        }
        group.children().get(*last as usize)
    }

    /// The cells of the index that a place touches.
    fn touched(&self, place: Rect) -> impl Iterator<Item = usize> + use<> {
        let rows = self.cells.len() / self.columns;
        let span = |from: f32, to: f32, most: usize| {
            let cell = |at: f32| ((at / CELL).floor().max(0.0) as usize).min(most - 1);
            cell(from)..=cell(to)
        };
        let (across, columns) = (span(place.left(), place.right(), self.columns), self.columns);
        span(place.top(), place.bottom(), rows)
            .flat_map(move |row| across.clone().map(move |column| row * columns + column))
    }
}

impl Leaf {
    fn draw(&self, node: Option<&Node>, place: Transform, picture: &mut Pixmap) {
        let Some(node) = node else { return };
        let at = place.pre_concat(self.to_page);
        match (node.abs_layer_bounding_box(), node) {
            // What draws a node moves it into the corner first; here it stays where it is.
            (Some(corner), node) => {
                let at = at.pre_translate(corner.x(), corner.y());
                resvg::render_node(node, at, &mut picture.as_mut());
            }
            (None, Node::Path(path)) => straight(path, at, picture),
            (None, _) => {}
        }
    }
}

/// A line along an axis: it has no area, and what draws nodes leaves it out.
fn straight(path: &usvg::Path, at: Transform, picture: &mut Pixmap) {
    if let Some(stroke) = path.stroke().filter(|_| path.is_visible())
        && let usvg::Paint::Color(colour) = stroke.paint()
    {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color_rgba8(colour.red, colour.green, colour.blue, stroke.opacity().to_u8());
        picture.stroke_path(path.data(), &paint, &stroke.to_tiny_skia(), at, None);
    }
}

fn meets(a: Rect, b: Rect) -> bool {
    a.left() <= b.right() && b.left() <= a.right() && a.top() <= b.bottom() && b.top() <= a.bottom()
}

/// What is in a group, or in a text as it is drawn.
fn inside(node: &Node) -> Option<&Group> {
    match node {
        Node::Group(group) => Some(group.as_ref()),
        Node::Text(text) => Some(text.flattened()),
        _ => None,
    }
}

/// The leaves found so far, and the way to where we are.
#[derive(Default)]
struct Found {
    ways: Vec<u32>,
    leaves: Vec<Leaf>,
    here: Vec<u32>,
}

impl Found {
    /// Groups that are only groups are taken apart; one that has to be drawn as a whole stays whole.
    fn flatten(&mut self, group: &Group, to_page: Transform, (number, over): (bool, bool)) {
        for (n, node) in group.children().iter().enumerate() {
            self.here.push(n as u32);
            match inside(node).filter(|group| !group.should_isolate()) {
                Some(inner) => {
                    let known = (number || inner.id() == NUMBERS, over || inner.id() == OVER_PICTURE);
                    self.flatten(inner, to_page.pre_concat(inner.transform()), known);
                }
                None => self.leaf(node, to_page, (number, over)),
            }
            self.here.pop();
        }
    }

    fn leaf(&mut self, node: &Node, to_page: Transform, (number, over): (bool, bool)) {
        let bounds = match node {
            Node::Group(group) => group.abs_layer_bounding_box().to_rect(),
            other => other.abs_stroke_bounding_box(),
        };
        let start = self.ways.len() as u32;
        self.ways.extend_from_slice(&self.here);
        self.leaves.push(Leaf { way: start..self.ways.len() as u32, to_page, bounds, number, over });
    }
}

/// How drawings are read: with the fonts of the maps and nothing from the machine.
pub fn options() -> usvg::Options<'static> {
    let mut options = usvg::Options { font_family: "Libertinus Serif".to_owned(), ..Default::default() };
    let fonts = options.fontdb_mut();
    for (_, font) in hexmap::render::FONTS {
        fonts.load_font_source(usvg::fontdb::Source::Binary(Arc::new(font)));
    }
    fonts.set_serif_family("Libertinus Serif");
    options
}
