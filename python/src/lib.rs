//! Hardtack for Python: `hardtack._core`, with the modules of `hardtack` around it (docs/python.md).
//!
//! Nothing is decided here: games are those of the crate `engine`, series those of the crate `series`. This crate brings
//! them across, keeps the interpreter free while Rust works, and fills the arrays of the caller in place.

mod convert;
mod eyes;
mod fault;
mod game;
mod observe;
mod opened;
mod series_of_games;
mod table_of_games;
mod vector;

use pyo3::prelude::*;

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("LEVELS", staff::Level::ALL.map(|level| level.word()).to_vec())?;
    module.add("Refused", module.py().get_type::<fault::Refused>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<vector::VectorGame>()?;
    module.add_function(wrap_pyfunction!(opened::scenarios, module)?)?;
    module.add_function(wrap_pyfunction!(opened::odds, module)?)?;
    module.add_function(wrap_pyfunction!(series_of_games::simulate, module)?)?;
    module.add_function(wrap_pyfunction!(series_of_games::named, module)?)?;
    module.add_function(wrap_pyfunction!(series_of_games::report, module)?)?;
    Ok(())
}
