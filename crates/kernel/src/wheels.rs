//! Wheels that a user drops onto the page: what is in one, whether it may be installed, and its
//! files as the kernel takes them.
//!
//! Anybody may have made a wheel, so sizes are checked before anything is inflated, and everything
//! that the user is asked to confirm is computed here from its bytes. Runs nothing of it, installs
//! nothing, and knows neither the page nor the interpreter. The page has [`Facts`] and [`Refusal`];
//! what reads a wheel is in the feature `wheels`.

mod bounds;
mod facts;
#[cfg(feature = "wheels")]
mod inspection;
mod refusal;

pub use bounds::{MAX_INFLATED_BYTES, MAX_PARTS, MAX_WHEEL_BYTES};
pub use facts::Facts;
#[cfg(feature = "wheels")]
pub use inspection::{Dropped, Runtime, Wheel, inspect};
pub use refusal::Refusal;
