//! What stands in place of images.

/// What a model that does not understand images reads in place of one.
pub(crate) const NO_IMAGE: &str =
    "[An image was left out: this model is set up as one that does not understand images.]";
