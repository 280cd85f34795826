//! Pictures scaled down for a model. `analyst::pictures` decides how large they become; the browser
//! decodes and encodes them.

use analyst::pictures::{QUALITIES, Scaling, is_small, scaling, sides};
use base64::Engine as _;
use base64::alphabet::STANDARD as ALPHABET;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};
use chat::Image;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, ImageBitmap, ImageEncodeOptions, OffscreenCanvas};

use crate::foreign::canvas::Context;
use crate::foreign::{size, window};

/// Reads base64 as browsers do, with or without padding.
pub(crate) const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &ALPHABET,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Returns a picture as a model gets it, which is a PNG or a JPEG; `None` if that is not possible.
pub(crate) async fn for_model(mime: &str, base64: &str) -> Option<Image> {
    let picture = LENIENT.decode(base64).ok()?;
    let image = |media_type: String, base64| Image { media_type, base64, detail: None };
    match scaling(mime, &picture) {
        Scaling::Drop => None,
        Scaling::Keep => Some(image(mime.to_owned(), base64.to_owned())),
        Scaling::Scale => {
            let small = scaled(mime, &picture).await.ok()??;
            let bytes = JsFuture::from(small.array_buffer()).await.ok()?;
            let bytes = Uint8Array::new(&bytes).to_vec();
            Some(image(small.type_(), STANDARD.encode(bytes)))
        }
    }
}

async fn scaled(mime: &str, picture: &[u8]) -> Result<Option<Blob>, JsValue> {
    let (parts, options) = (Array::of1(&Uint8Array::from(picture)), BlobPropertyBag::new());
    options.set_type(mime);
    let file = Blob::new_with_buffer_source_sequence_and_options(&parts, &options)?;
    let bitmap: ImageBitmap =
        JsFuture::from(window().create_image_bitmap_with_blob(&file)?).await?.unchecked_into();
    let small = first_small(&bitmap).await;
    bitmap.close();
    small
}

/// Returns the largest form of a picture that is small enough.
async fn first_small(bitmap: &ImageBitmap) -> Result<Option<Blob>, JsValue> {
    for (width, height) in sides(bitmap.width(), bitmap.height()) {
        let canvas = OffscreenCanvas::new(width, height)?;
        let context = canvas.get_context("2d")?.ok_or(JsValue::UNDEFINED)?;
        let context: Context = context.unchecked_into();
        context.set_smoothing("high");
        let (right, bottom) = (f64::from(width), f64::from(height));
        context.draw_image_with_image_bitmap_and_dw_and_dh(bitmap, 0.0, 0.0, right, bottom)?;
        let png = encoded(&canvas, "image/png", None).await?;
        if is_small(size(&png)) {
            return Ok(Some(png));
        }
        // JPEG has no transparency: transparent pixels become white.
        context.set_global_composite_operation("destination-over")?;
        context.set_fill_style_str("white");
        context.fill_rect(0.0, 0.0, right, bottom);
        for quality in QUALITIES {
            let jpeg = encoded(&canvas, "image/jpeg", Some(quality)).await?;
            if is_small(size(&jpeg)) {
                return Ok(Some(jpeg));
            }
        }
    }
    Ok(None)
}

async fn encoded(
    canvas: &OffscreenCanvas,
    mime: &str,
    quality: Option<f64>,
) -> Result<Blob, JsValue> {
    let options = ImageEncodeOptions::new();
    options.set_type(mime);
    if let Some(quality) = quality {
        options.set_quality(quality);
    }
    let blob = JsFuture::from(canvas.convert_to_blob_with_options(&options)?).await?;
    Ok(blob.unchecked_into())
}
