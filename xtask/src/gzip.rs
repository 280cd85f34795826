//! Writes the gzip forms of files.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use anyhow::{Context, Result, anyhow};
use libdeflater::{CompressionLvl, Compressor};

/// The level that takes a few seconds for the whole runtime.
pub(crate) const QUICK: i32 = 9;

/// The level of releases.
pub(crate) const SMALLEST: i32 = 12;

/// Writes gzip forms beside the files that get smaller by it, and returns the bytes of all files
/// before and after.
///
/// A static host of the exported page has these forms only, and some refuse files over 25 MiB,
/// which the snapshot's memory comes close to.
pub(crate) fn write(files: &[&Path], level: i32) -> Result<(u64, u64)> {
    let next = AtomicUsize::new(0);
    let work = || -> Result<(u64, u64)> {
        let level = CompressionLvl::new(level).map_err(|_| anyhow!("no level {level} of gzip"))?;
        let mut compressor = Compressor::new(level);
        let (mut before, mut after) = (0, 0);
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let plain =
                fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
            let mut packed = vec![0; compressor.gzip_compress_bound(plain.len())];
            let size = compressor.gzip_compress(&plain, &mut packed)?;
            packed.truncate(size);
            if size < plain.len() {
                let form = format!("{}.gz", file.display());
                fs::write(&form, &packed).with_context(|| format!("cannot write {form}"))?;
            }
            before += plain.len() as u64;
            after += size.min(plain.len()) as u64;
        }
        Ok((before, after))
    };
    let threads = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        running.into_iter().try_fold((0, 0), |(before, after), one| {
            let (more, less) = one.join().map_err(|_| anyhow!("gzip has stopped"))??;
            Ok((before + more, after + less))
        })
    })
}
