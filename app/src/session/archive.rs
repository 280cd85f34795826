//! Zip archives without compression: most files in them are pictures and workbooks, which are
//! compressed already. Makes what stands around the contents, which stay where they are. And which
//! of the files in a folder are the user's.

/// The version of the format that a reader needs: folders, and nothing newer.
const VERSION: u16 = 20;
/// Says that names are in UTF-8.
const UTF_8: u16 = 1 << 11;

/// Returns whether a name is of a file or folder that operating systems leave in folders.
pub fn is_of_system(name: &str) -> bool {
    name.starts_with('.') || name == "Thumbs.db" || name == "__MACOSX"
}

/// A local time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalTime {
    /// The year, from 1980.
    pub year: u16,
    /// The month, from 1.
    pub month: u16,
    /// The day of the month, from 1.
    pub day: u16,
    /// The hour.
    pub hour: u16,
    /// The minute.
    pub minute: u16,
    /// The second.
    pub second: u16,
}

/// An archive that is being written.
#[derive(Debug)]
pub struct Archive {
    /// When its files were made, as the format has it.
    time: [u16; 2],
    directory: Vec<u8>,
    files: u16,
    length: u32,
}

impl Archive {
    /// Begins an archive of files that were made then.
    pub fn new(at: LocalTime) -> Self {
        let LocalTime { year, month, day, hour, minute, second } = at;
        let time = (hour << 11) | (minute << 5) | (second / 2);
        let date = (year.saturating_sub(1980) << 9) | (month << 5) | day;
        Self { time: [time, date], directory: Vec::new(), files: 0, length: 0 }
    }

    /// Adds a file; returns what stands before its content.
    ///
    /// # Errors
    /// A sentence, if the archive would be too large.
    pub fn add(&mut self, name: &str, crc: u32, bytes: u64) -> Result<Vec<u8>, String> {
        let too_large = || words::archive_the_files_are_too().to_owned();
        let size = u32::try_from(bytes).map_err(|_| too_large())?;
        let name_size = u16::try_from(name.len()).map_err(|_| too_large())?;
        let mut entry = Vec::new();
        for number in [VERSION, UTF_8, 0, self.time[0], self.time[1]] {
            entry.extend(number.to_le_bytes());
        }
        for number in [crc, size, size] {
            entry.extend(number.to_le_bytes());
        }
        entry.extend(name_size.to_le_bytes());
        // No extra field.
        entry.extend(0_u16.to_le_bytes());

        let header = [&b"PK\x03\x04"[..], &entry, name.as_bytes()].concat();
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend(VERSION.to_le_bytes());
        self.directory.extend(entry);
        // No comment, the first disk, no attributes.
        self.directory.extend([0; 10]);
        self.directory.extend(self.length.to_le_bytes());
        self.directory.extend(name.as_bytes());

        self.files = self.files.checked_add(1).ok_or_else(too_large)?;
        let header_size = u32::try_from(header.len()).map_err(|_| too_large())?;
        let whole = header_size.checked_add(size).and_then(|size| self.length.checked_add(size));
        self.length = whole.ok_or_else(too_large)?;
        Ok(header)
    }

    /// Returns what stands after the last content.
    ///
    /// # Errors
    /// A sentence, if the archive is too large.
    pub fn end(self) -> Result<Vec<u8>, String> {
        let size = u32::try_from(self.directory.len())
            .map_err(|_| words::archive_the_files_are_too().to_owned())?;
        let mut end = self.directory;
        end.extend(b"PK\x05\x06\0\0\0\0");
        end.extend(self.files.to_le_bytes());
        end.extend(self.files.to_le_bytes());
        end.extend(size.to_le_bytes());
        end.extend(self.length.to_le_bytes());
        end.extend([0; 2]);
        Ok(end)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read};

    use zip::ZipArchive;

    use super::*;

    const NOON: LocalTime =
        LocalTime { year: 2026, month: 11, day: 29, hour: 12, minute: 30, second: 58 };

    #[test]
    fn an_archive_holds_every_file_also_empty_files_and_none()
    -> Result<(), Box<dyn std::error::Error>> {
        let long = "x".repeat(70_000);
        for files in [
            vec![],
            vec![("empty.csv", "")],
            vec![("a.csv", "1,2\n"), ("Größe/b €.txt", long.as_str()), ("none.bin", "")],
        ] {
            let (mut archive, mut bytes) = (Archive::new(NOON), Vec::new());
            for (name, content) in &files {
                let crc = crc32fast::hash(content.as_bytes());
                bytes.extend(archive.add(name, crc, content.len() as u64)?);
                bytes.extend(content.as_bytes());
            }
            bytes.extend(archive.end()?);
            let mut read = ZipArchive::new(Cursor::new(bytes))?;
            assert_eq!(read.len(), files.len());
            for (at, (name, content)) in files.iter().enumerate() {
                let mut file = read.by_index(at)?;
                let mut text = String::new();
                // Compares the checksum as well.
                file.read_to_string(&mut text)?;
                assert_eq!((file.name(), text.as_str()), (*name, *content));
                let time = file.last_modified().map(|time| time.to_string());
                assert_eq!(time.as_deref(), Some("2026-11-29 12:30:58"));
            }
        }
        Ok(())
    }

    #[test]
    fn files_that_are_too_large_for_the_format_are_refused() {
        let mut archive = Archive::new(NOON);
        assert!(archive.add("a", 0, 1 << 32).is_err());
        assert!(archive.add("a", 0, 3 << 30).is_ok());
        assert_eq!(
            archive.add("b", 0, 2 << 30),
            Err(words::archive_the_files_are_too().to_owned())
        );
    }

    #[test]
    fn what_systems_leave_in_folders_is_not_the_users() {
        for (name, expected) in [
            (".DS_Store", true),
            (".git", true),
            ("Thumbs.db", true),
            ("__MACOSX", true),
            ("a.csv", false),
        ] {
            assert_eq!(is_of_system(name), expected, "{name}");
        }
    }
}
