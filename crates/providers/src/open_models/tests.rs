//! The list is complete and consistent, and what is said of a model follows from the device.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeSet;

use super::*;

#[test]
fn each_model_is_whole_open_and_fits_into_a_browser() {
    assert_eq!(all().len(), 3);
    assert_eq!(find(None).unwrap().name, "qwen2.5-coder-1.5b");
    for model in all() {
        let Model { name, file, address, bytes, sha256, memory, .. } = model;
        let rest = address.strip_prefix("https://").unwrap();
        let (host, path) = rest.split_once('/').unwrap();
        assert!(HOSTS.contains(&host), "{name}");
        assert!(path.ends_with(&format!("/{file}")) && file.ends_with(".gguf"), "{name}");
        let revision = path.split("/resolve/").nth(1).unwrap().split('/').next().unwrap();
        for (text, length) in [(revision, 40), (sha256.as_str(), 64)] {
            let hexadecimal = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
            assert!(text.len() == length && text.bytes().all(hexadecimal), "{name}: {text}");
        }
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
        assert!(file.bytes().all(plain) && name.bytes().all(plain), "{name}");
        assert!(*bytes <= MAX_FILE_BYTES && memory > bytes && *memory < 4 << 30, "{name}");
        assert_eq!(model.licence, "Apache-2.0", "{name}");
        assert_eq!((find(Some(name)), of_file(file)), (Some(model), Some(model)));
    }
    let names: BTreeSet<_> = all().iter().map(|model| (&model.name, &model.file)).collect();
    assert_eq!(names.len(), all().len());
    assert_eq!(find(Some("../secret")), None);
}

#[test]
fn what_to_expect_follows_from_the_device() {
    let device = Device { memory: Some(8.0 * 1024.0 * 1024.0 * 1024.0), cores: 8, shared: true };
    for (name, device, expected) in [
        (
            "qwen2.5-coder-1.5b",
            device,
            "Needs about 1.5 GB of memory. About 5 tokens a second with two threads (measured), so that \
             the code of an answer takes about 20 seconds. This browser allows it 4 threads.",
        ),
        (
            "qwen2.5-coder-1.5b",
            Device { memory: Some(2e9), cores: 2, shared: false },
            "Needs about 1.5 GB of memory. This machine may have too little memory: close other programs \
             first, or choose a smaller model. About 3 tokens a second with one thread \
             (estimated, not measured), so that the code of an answer takes about 50 seconds. This browser allows it one thread.",
        ),
        (
            "granite-3.3-2b",
            Device { memory: None, cores: 2, shared: true },
            "Needs about 2.4 GB of memory. About 3 tokens a second with two threads (estimated, not \
             measured), so that the code of an answer takes about 40 seconds. This browser \
             allows it 2 threads.",
        ),
        (
            "granite-3.3-2b",
            Device { memory: None, cores: 1, shared: false },
            "Needs about 2.4 GB of memory. About 2 tokens a second with one thread (estimated, not \
             measured), so that the code of an answer takes about 1.5 minutes. This browser \
             allows it one thread.",
        ),
    ] {
        assert_eq!(expectation(find(Some(name)).unwrap(), &device), expected, "{name}");
    }
}

#[test]
fn sizes_are_in_words() {
    for (bytes, expected) in [(1, "1 MB"), (491_400_064, "491 MB"), (1_117_320_768, "1.1 GB")] {
        assert_eq!(size(bytes), expected);
    }
}

#[test]
fn the_list_is_read_as_it_is_written() {
    let mut listing = Listing::of_all();
    listing.models[0].modified = Some(1);
    listing.fetching = Some(Fetching { name: "granite-3.3-2b".to_owned(), bytes: 7 });
    listing.problem = Some(Problem { name: "x".to_owned(), text: "y".to_owned() });
    let text = serde_json::to_string(&listing).unwrap();
    assert_eq!(serde_json::from_str::<Listing>(&text).unwrap(), listing);
    assert!(text.contains("\"models\":[{\"name\":\"qwen2.5-coder-1.5b\""), "{text}");
}
