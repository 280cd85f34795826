//! Answers requests for the files of an archive, as a folder's are answered: one of its forms,
//! ranges of it, and nothing if the client has it already. Files are sent in pieces and never
//! held in memory.

use std::{
    io::{self, Read},
    ops::RangeInclusive,
    sync::Arc,
};

use axum::{
    body::{Body, Bytes},
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use futures::stream;
use http_range_header::parse_range_header;
use percent_encoding::percent_decode_str;
use tokio::sync::mpsc;

use super::{
    archive::{Archive, Place},
    index::Listed,
    negotiation::{Form, choose},
};

/// How much is read at a time.
const PIECE: usize = 128 * 1024;

/// What an answer's body comes from.
enum Source {
    /// Bytes of the archive's file.
    Stored(Place),
    /// The file of this name, decompressed.
    Decompressed(String),
}

/// Returns the response to a GET or HEAD request.
pub(super) fn answer(archive: &Arc<Archive>, request: &Request) -> Response {
    let path = percent_decode_str(request.uri().path().trim_start_matches('/')).decode_utf8_lossy();
    let asked = request.headers();
    let Some((form, source, listed)) = find(archive, &path, asked) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut response = StatusCode::OK.into_response();
    let tag = format!("\"{}\"", &listed.sha256.get(..32).unwrap_or(&listed.sha256));
    let headers = response.headers_mut();
    set(headers, header::ETAG, &tag);
    if asked.get(header::IF_NONE_MATCH).is_some_and(|tags| names(tags, &tag)) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    set(
        headers,
        header::CONTENT_TYPE,
        mime_guess::from_path(&*path).first_or_octet_stream().as_ref(),
    );
    set(headers, header::ACCEPT_RANGES, "bytes");
    if let Some(encoding) = form.encoding() {
        set(headers, header::CONTENT_ENCODING, encoding);
    }
    // A range of what the client has another version of is of no use to it.
    let current = asked.get(header::IF_RANGE).is_none_or(|of| of.as_bytes() == tag.as_bytes());
    let range = match asked.get(header::RANGE).filter(|_| current) {
        None => 0..=listed.bytes.saturating_sub(1),
        Some(range) => {
            let Some(range) = single(range, listed.bytes) else {
                set(headers, header::CONTENT_RANGE, &format!("bytes */{}", listed.bytes));
                *response.status_mut() = StatusCode::RANGE_NOT_SATISFIABLE;
                return response;
            };
            let (first, last) = (range.start(), range.end());
            set(headers, header::CONTENT_RANGE, &format!("bytes {first}-{last}/{}", listed.bytes));
            *response.status_mut() = StatusCode::PARTIAL_CONTENT;
            range
        }
    };
    let length = (range.end() + 1).saturating_sub(*range.start()).min(listed.bytes);
    set(response.headers_mut(), header::CONTENT_LENGTH, &length.to_string());
    if *request.method() != Method::HEAD && length > 0 {
        *response.body_mut() = match source {
            Source::Stored(place) => {
                stored(archive, place.start.saturating_add(*range.start()), length)
            }
            Source::Decompressed(name) => decompressed(archive, name, *range.start(), length),
        };
    }
    response
}

/// Returns the form of a file that is sent, where it comes from, and what the index says of it.
fn find(archive: &Archive, path: &str, asked: &HeaderMap) -> Option<(Form, Source, Listed)> {
    let form =
        choose(asked, |form| form == Form::Plain || archive.place(&form.file(path)).is_some());
    let name = form.file(path);
    let listed = archive.listed(&name)?.clone();
    let Some(place) = archive.place(&name) else {
        archive.place(&Form::Brotli.file(path))?;
        return Some((form, Source::Decompressed(name), listed));
    };
    Some((form, Source::Stored(place), listed))
}

/// Returns the one range that is asked for, if it is within the file.
fn single(range: &HeaderValue, bytes: u64) -> Option<RangeInclusive<u64>> {
    let ranges = parse_range_header(range.to_str().ok()?).ok()?.validate(bytes).ok()?;
    match ranges.as_slice() {
        [range] => Some(range.clone()),
        _ => None,
    }
}

/// Returns whether `If-None-Match` names the tag. Proxies may have weakened it.
fn names(tags: &HeaderValue, tag: &str) -> bool {
    let tags = tags.to_str().unwrap_or_default();
    tags.split(',').map(str::trim).any(|one| one == "*" || one.trim_start_matches("W/") == tag)
}

fn set(headers: &mut HeaderMap, name: header::HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

/// Sends bytes of the file as they are.
fn stored(archive: &Arc<Archive>, start: u64, length: u64) -> Body {
    let place = Place { start, bytes: length };
    Body::from_stream(stream::try_unfold(
        (Arc::clone(archive), place),
        |(archive, place)| async move {
            if place.bytes == 0 {
                return Ok::<_, io::Error>(None);
            }
            let reading = tokio::task::spawn_blocking(move || -> io::Result<_> {
                let mut piece = vec![0; PIECE.min(usize::try_from(place.bytes).unwrap_or(PIECE))];
                archive.section(place).read_exact(&mut piece)?;
                let read = piece.len() as u64;
                let rest = Place {
                    start: place.start.saturating_add(read),
                    bytes: place.bytes.saturating_sub(read),
                };
                Ok(Some((Bytes::from(piece), (archive, rest))))
            });
            reading.await.map_err(io::Error::other)?
        },
    ))
}

/// Sends a part of a file that is stored compressed only. Decompressing keeps a thread busy, and
/// ends when nobody reads.
fn decompressed(archive: &Arc<Archive>, name: String, skipped: u64, length: u64) -> Body {
    let (sender, mut pieces) = mpsc::channel::<io::Result<Bytes>>(2);
    let archive = Arc::clone(archive);
    tokio::task::spawn_blocking(move || {
        let send = || -> io::Result<()> {
            let mut reader = archive.reader(&name)?;
            io::copy(&mut (&mut reader).take(skipped), &mut io::sink())?;
            let mut left = length;
            while left > 0 {
                let mut piece = vec![0; PIECE.min(usize::try_from(left).unwrap_or(PIECE))];
                reader.read_exact(&mut piece)?;
                left = left.saturating_sub(piece.len() as u64);
                if sender.blocking_send(Ok(piece.into())).is_err() {
                    return Ok(());
                }
            }
            Ok(())
        };
        if let Err(error) = send() {
            // The client learns of it too: the body ends before its length.
            let _ = sender.blocking_send(Err(error));
        }
    });
    Body::from_stream(stream::poll_fn(move |context| pieces.poll_recv(context)))
}
