//! The progress of the kernel's start: the download, then Python's own start.

/// The download's share of the whole start in thousandths, as perceived on a usual connection; the
/// rest is Python's own start.
const DOWNLOAD_SHARE: u32 = 500;

/// The progress of the kernel's start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// What is being done: "Downloading", "Starting Python".
    pub stage: String,
    /// In thousandths of the whole start.
    pub permille: u32,
    /// Bytes still to be fetched.
    pub bytes_left: u64,
    /// Whether this is a start after variables were lost.
    pub restart: bool,
}

impl Progress {
    /// Returns the progress of a start that begins.
    pub fn begun(restart: bool) -> Self {
        Self { stage: words::progress_downloading().to_owned(), restart, ..Self::default() }
    }

    /// Notes that this many bytes of the files have arrived, of this many.
    pub fn downloaded(&mut self, arrived: u64, total: u64) {
        self.permille = share(arrived, total, DOWNLOAD_SHARE);
        self.bytes_left = total.saturating_sub(arrived);
    }

    /// Notes that the worker, which has its files, has done this many steps of its start, of this
    /// many.
    pub fn worked(&mut self, stage: String, done: u32, total: u32) {
        self.stage = stage;
        self.bytes_left = 0;
        self.permille = DOWNLOAD_SHARE + share(done.into(), total.into(), 1000 - DOWNLOAD_SHARE);
    }
}

/// Returns `done` as a part of `total`, in `whole` thousandths.
fn share(done: u64, total: u64, whole: u32) -> u32 {
    u32::try_from(u64::from(whole) * done.min(total) / total.max(1)).unwrap_or(whole)
}

#[cfg(test)]
mod tests {
    use super::Progress;

    fn progress(stage: &str, permille: u32, bytes_left: u64) -> Progress {
        Progress { stage: stage.to_owned(), permille, bytes_left, restart: true }
    }

    #[test]
    fn the_download_is_the_first_half_of_a_start() {
        for (arrived, total, permille, bytes_left) in
            [(0, 0, 0, 0), (0, 80, 0, 80), (20, 80, 125, 60), (80, 80, 500, 0), (90, 80, 500, 0)]
        {
            let mut seen = Progress::begun(true);
            seen.downloaded(arrived, total);
            assert_eq!(seen, progress("Downloading", permille, bytes_left), "{arrived} of {total}");
        }
    }

    #[test]
    fn the_steps_of_the_worker_are_the_second_half() {
        for (done, total, permille) in
            [(0, 4, 500), (1, 4, 625), (4, 4, 1000), (5, 4, 1000), (1, 0, 500)]
        {
            let mut seen = Progress::begun(true);
            seen.downloaded(20, 80);
            seen.worked("Starting Python".to_owned(), done, total);
            assert_eq!(seen, progress("Starting Python", permille, 0), "{done} of {total}");
        }
    }
}
