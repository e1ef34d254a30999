//! Entrenchments (9.0, 5.5): the markers, what they multiply, and how they are built in each period.

use serde::{Deserialize, Serialize};

/// An entrenchment marker on a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub(crate) enum Works {
    #[default]
    None,
    AbatisBuild,
    Abatis,
    BreastworkBuild,
    Breastwork,
    FortBuild,
    #[serde(rename = "fort-build-1")]
    FortBuild1,
    #[serde(rename = "fort-build-2")]
    FortBuild2,
    Fort,
}

/// Which column of the Entrenchment Table is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Digging {
    Action,
    Recovery,
}

/// The four periods of entrenching.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Period {
    Y1861,
    Y1862,
    Y1863,
    /// 1864 or later.
    Y1864,
}

impl Period {
    pub(crate) const ALL: [Period; 4] = [Period::Y1861, Period::Y1862, Period::Y1863, Period::Y1864];

    pub(crate) const fn of(year: u16) -> Period {
        match year {
            ..=1861 => Period::Y1861,
            1862 => Period::Y1862,
            1863 => Period::Y1863,
            _ => Period::Y1864,
        }
    }
}

impl Works {
    pub(crate) const ALL: [Works; 9] = [
        Works::None,
        Works::AbatisBuild,
        Works::Abatis,
        Works::BreastworkBuild,
        Works::Breastwork,
        Works::FortBuild,
        Works::FortBuild1,
        Works::FortBuild2,
        Works::Fort,
    ];

    /// What defending values are multiplied by, in quarters: 4 is once, 10 is two and a half times.
    pub(crate) const fn quarters(self, period: Period) -> i32 {
        match self {
            Works::None | Works::AbatisBuild => 4,
            Works::Abatis => 6,
            Works::BreastworkBuild => match period {
                Period::Y1864 => 6,
                _ => 4,
            },
            Works::Breastwork | Works::FortBuild | Works::FortBuild1 => 8,
            Works::FortBuild2 => 10,
            Works::Fort => 12,
        }
    }

    /// The Entrenchment Table: the next marker, or `None` where nothing more can be built.
    #[rustfmt::skip]
    pub(crate) const fn next(self, period: Period, digging: Digging, in_redoubt: bool, confederate: bool) -> Option<Works> {
        use Digging::{Action, Recovery};
        use Works as W;
        Some(match (period, digging, self) {
            (Period::Y1861, Recovery, W::None) if in_redoubt && confederate => W::Breastwork,
            (Period::Y1861, Recovery, W::None)            => W::AbatisBuild,
            (Period::Y1861, Recovery, W::AbatisBuild)     => W::Abatis,
            (Period::Y1861, Recovery, W::Abatis)          => W::Breastwork,

            (Period::Y1862, Recovery, W::None) if in_redoubt => W::Breastwork,
            (Period::Y1862, Recovery, W::None)            => W::BreastworkBuild,
            (Period::Y1862, Recovery, W::BreastworkBuild) => W::Breastwork,
            (Period::Y1862, Recovery, W::Breastwork)      => W::FortBuild,
            (Period::Y1862, Recovery, W::FortBuild)       => W::Fort,

            (Period::Y1863, Action,   W::None)            => W::BreastworkBuild,
            (Period::Y1863, Action,   W::BreastworkBuild) => W::Breastwork,
            (Period::Y1863, Action,   W::Breastwork)      => W::FortBuild,
            (Period::Y1863, Action,   W::FortBuild)       => W::Fort,

            (Period::Y1863, Recovery, W::None)            => W::Breastwork,
            (Period::Y1863, Recovery, W::BreastworkBuild) => W::Breastwork,
            (Period::Y1863, Recovery, W::Breastwork)      => W::FortBuild,
            (Period::Y1863, Recovery, W::FortBuild)       => W::Fort,

            (Period::Y1864, Action,   W::None) if in_redoubt => W::BreastworkBuild,
            (Period::Y1864, Action,   W::None)            => W::Abatis,
            (Period::Y1864, Action,   W::Abatis)          => W::BreastworkBuild,
            (Period::Y1864, Action,   W::BreastworkBuild) => W::Breastwork,
            (Period::Y1864, Action,   W::Breastwork)      => W::FortBuild1,
            (Period::Y1864, Action,   W::FortBuild1)      => W::FortBuild2,
            (Period::Y1864, Action,   W::FortBuild2)      => W::Fort,

            (Period::Y1864, Recovery, W::None) if in_redoubt => W::FortBuild1,
            (Period::Y1864, Recovery, W::None)            => W::Breastwork,
            (Period::Y1864, Recovery, W::Abatis)          => W::FortBuild1,
            (Period::Y1864, Recovery, W::BreastworkBuild) => W::FortBuild2,
            (Period::Y1864, Recovery, W::Breastwork)      => W::Fort,
            (Period::Y1864, Recovery, W::FortBuild1)      => W::Fort,
            (Period::Y1864, Recovery, W::FortBuild2)      => W::Fort,
            _ => return None,
        })
    }

    /// The word in files.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Works::None => "none",
            Works::AbatisBuild => "abatis-build",
            Works::Abatis => "abatis",
            Works::BreastworkBuild => "breastwork-build",
            Works::Breastwork => "breastwork",
            Works::FortBuild => "fort-build",
            Works::FortBuild1 => "fort-build-1",
            Works::FortBuild2 => "fort-build-2",
            Works::Fort => "fort",
        }
    }
}
