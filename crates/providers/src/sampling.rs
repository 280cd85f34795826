//! How a model draws its tokens, if it may be set.

use chat::{Effort, Options as Asked};

use crate::{Options, Unsupported};

/// Returns `temperature` and `top_p` as they are sent, with the names that they have in OpenAI's
/// formats.
///
/// # Errors
/// One that is set, for a model whose way of drawing tokens is fixed.
pub(crate) fn checked(
    asked: &Asked,
    options: &Options,
) -> Result<impl Iterator<Item = (&'static str, f64)>, Unsupported> {
    let fixed = is_fixed(asked, options);
    let small = (options.small && !fixed).then_some(0.0);
    let mut set = Vec::new();
    for (key, value) in [("temperature", asked.temperature.or(small)), ("top_p", asked.top_p)] {
        let Some(value) = value else { continue };
        // 1 is what it is without them.
        if fixed && value != 1.0 {
            return Err(refused(key, options));
        }
        if !fixed {
            set.push((key, value));
        }
    }
    Ok(set.into_iter())
}

/// Returns whether the model's way of drawing tokens cannot be changed: newer models that think
/// allow it if they are asked not to.
pub(crate) fn is_fixed(asked: &Asked, options: &Options) -> bool {
    options.fixed_sampling && asked.effort != Some(Effort::None)
}

/// Returns the refusal of an option by a model whose way of drawing tokens is fixed.
pub(crate) fn refused(field: &str, options: &Options) -> Unsupported {
    Unsupported::new(
        field,
        format!("cannot be set for {}, which refuses it; leave it out", options.model),
    )
}
