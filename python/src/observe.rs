//! A position as numbers, and orders as four numbers each (docs/observation.md).

use numpy::{PyArray1, PyArray2, PyReadwriteArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use table::{Factors, Side};

use crate::convert::told;
use crate::eyes::side;
use crate::game::Game;

#[pymethods]
impl Game {
    /// How the numbers of an observation lie: `planes`, `rows`, `columns`, `tokens`, `token`, `vector`, `version`.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let shape = self.running().game().shape();
        told(py, &shape)
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_size(&self) -> usize {
        self.running().game().shape().len()
    }

    /// What the numbers of observations and orders are called.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let labels = self.running().game().labels();
        told(py, &labels)
    }

    /// How large the four numbers of an order can be: `kinds`, `pieces`, `places`, `options`.
    #[getter]
    fn space<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let space = self.running().game().space();
        told(py, &space)
    }

    /// The position as a seat knows it; as the one that decides, where none is named, or the Union's once it is over.
    #[pyo3(signature = (seat=None, out=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&str>,
        out: Option<Bound<'py, PyArray1<f32>>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let running = self.running();
        let seat = match seat {
            Some(word) => side(word)?,
            None => running.seat().unwrap_or(Side::Union),
        };
        let len = running.game().shape().len();
        let out = out.unwrap_or_else(|| PyArray1::zeros(py, len, false));
        let mut room: PyReadwriteArray1<'_, f32> = out.extract()?;
        let slice = room.as_slice_mut()?;
        if slice.len() != len {
            return Err(PyValueError::new_err(format!("`out` has {} places: expected {len}", slice.len())));
        }
        running.game().observe(seat, slice);
        drop(room);
        Ok(out)
    }

    /// Kind, piece, place and option of each legal order, a row an order.
    #[pyo3(signature = (seat=None))]
    fn factors<'py>(&self, py: Python<'py>, seat: Option<&str>) -> PyResult<Bound<'py, PyArray2<u16>>> {
        let running = self.running();
        let seat = Game::asked(&running, seat)?;
        let mut factors: Vec<Factors> = Vec::new();
        running.game().factors(seat, &mut factors);
        let flat = PyArray1::from_vec(py, factors.concat());
        numpy::PyArrayMethods::reshape(&flat, [factors.len(), 4])
    }

    /// Which legal order has these numbers; None where none has.
    #[pyo3(signature = (factors, seat=None))]
    fn nth(&self, factors: Factors, seat: Option<&str>) -> PyResult<Option<usize>> {
        let running = self.running();
        let seat = Game::asked(&running, seat)?;
        Ok(running.game().nth(seat, factors))
    }
}
