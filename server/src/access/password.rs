//! Passwords of users, as argon2id hashes. Verifying takes a core and some megabytes for tens of
//! milliseconds: it happens off the threads that serve requests, a few at a time.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
    time::Duration,
};

use argon2::{
    Argon2, Params, PasswordHasher, PasswordVerifier,
    password_hash::{
        PasswordHash, PasswordHashString, Salt, SaltString,
        rand_core::{OsRng, RngCore},
    },
};
use subtle::{Choice, ConstantTimeEq};
use tokio::sync::Semaphore;

/// Maximum number of bytes of a password.
pub(crate) const MAX_PASSWORD_BYTES: usize = 1024;
/// How many are verified at once: each needs 19 MiB with the usual parameters.
const CONCURRENT: usize = 2;
/// How long one waits for its turn.
const WAIT: Duration = Duration::from_secs(10);

static TURNS: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(CONCURRENT)));

/// The users' hashes.
pub(crate) struct Passwords {
    hashes: HashMap<String, PasswordHashString>,
    /// A hash of nothing, as expensive as the others, which is verified for a name that nobody has.
    dummy: PasswordHashString,
}

/// The verifier is overloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Overloaded;

impl Passwords {
    /// Reads the users' hashes, as pairs of name and hash.
    ///
    /// # Errors
    /// A sentence about what is wrong with a name or a hash.
    pub(crate) fn new<'a>(
        users: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, String> {
        let mut hashes = HashMap::new();
        let mut params = Params::DEFAULT;
        for (name, text) in users {
            let wrong = |problem: &str| {
                format!(
                    "the password hash of the user `{name}` {problem}; make one with `insitu hash-password`"
                )
            };
            let hash = PasswordHash::new(text).map_err(|_| wrong("is not in the PHC format"))?;
            if hash.algorithm != argon2::ARGON2ID_IDENT
                || hash.hash.is_none()
                || hash.salt.is_none()
            {
                return Err(wrong("is not argon2id"));
            }
            let cost = Params::try_from(&hash).map_err(|_| wrong("has unusable parameters"))?;
            if hashes.is_empty() || work(&cost) > work(&params) {
                params = cost;
            }
            if hashes.insert(name.to_owned(), hash.serialize()).is_some() {
                return Err(format!("the user `{name}` is listed twice"));
            }
        }
        let dummy = hash_with(params, b"").map_err(|error| error.to_string())?;
        Ok(Self { hashes, dummy })
    }

    /// Returns the hash of a user, for [`super::session::Sessions::proves`].
    pub(crate) fn hash_of(&self, name: &str) -> Option<&str> {
        self.hashes.get(name).map(PasswordHashString::as_str)
    }

    /// Returns whether `password` is that of `name`. An unknown name takes as long as a wrong
    /// password.
    pub(crate) async fn verify(&self, name: &str, password: String) -> Result<bool, Overloaded> {
        let turn = tokio::time::timeout(WAIT, TURNS.clone().acquire_owned()).await;
        let turn = turn.map_err(|_| Overloaded)?.map_err(|_| Overloaded)?;
        let (hash, known) = self.candidate(name);
        let matches = tokio::task::spawn_blocking(move || {
            let matches = matches(&hash, &password);
            // Held until the work is done, even if nobody waits for it any more.
            drop(turn);
            matches
        });
        let matches = Choice::from(u8::from(matches.await.map_err(|_| Overloaded)?));
        Ok(bool::from(matches & known))
    }

    /// Returns the hash to verify for `name`, and whether it is that name's.
    fn candidate(&self, name: &str) -> (PasswordHashString, Choice) {
        let found = self.hashes.get(name);
        (found.unwrap_or(&self.dummy).clone(), Choice::from(u8::from(found.is_some())))
    }
}

/// Returns the hash of a password with the parameters that are usual at present.
///
/// # Errors
/// A sentence: the password is empty or too long, or there is no randomness for its salt.
pub fn hash(password: &str) -> Result<String, String> {
    if password.is_empty() {
        return Err("The password is empty.".to_owned());
    }
    if password.len() > MAX_PASSWORD_BYTES {
        return Err(format!("The password is longer than {MAX_PASSWORD_BYTES} bytes."));
    }
    hash_with(Params::DEFAULT, password.as_bytes())
        .map(|hash| hash.as_str().to_owned())
        .map_err(|error| error.to_string())
}

/// Returns whether two secrets are equal, in a time that depends on neither. Their digests are
/// compared, so that their lengths do not matter.
pub(crate) fn same(one: &str, other: &str) -> bool {
    use sha2::{Digest, Sha256};
    Sha256::digest(one).ct_eq(&Sha256::digest(other)).into()
}

fn hash_with(
    params: Params,
    password: &[u8],
) -> Result<PasswordHashString, argon2::password_hash::Error> {
    let mut salt = [0; Salt::RECOMMENDED_LENGTH];
    OsRng.try_fill_bytes(&mut salt).map_err(|_| argon2::password_hash::Error::Crypto)?;
    let salt = SaltString::encode_b64(&salt)?;
    let argon2 = Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, params);
    Ok(argon2.hash_password(password, &salt)?.serialize())
}

fn matches(hash: &PasswordHashString, password: &str) -> bool {
    // The parameters are read from the hash.
    Argon2::default().verify_password(password.as_bytes(), &hash.password_hash()).is_ok()
}

/// Returns how much work a hash is, to compare.
fn work(params: &Params) -> u64 {
    u64::from(params.m_cost()) * u64::from(params.t_cost())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cheap hash of `password`: tests run unoptimised.
    fn cheap(password: &str, memory: u32) -> String {
        hash_with(Params::new(memory, 1, 1, None).unwrap(), password.as_bytes())
            .unwrap()
            .as_str()
            .to_owned()
    }

    #[tokio::test]
    async fn a_password_is_accepted_for_its_own_user_only() {
        let (ada, bob) = (cheap("correct horse", 8), cheap("", 8));
        let passwords = Passwords::new([("ada", ada.as_str()), ("bob", bob.as_str())]).unwrap();
        for (name, password, wanted) in [
            ("ada", "correct horse", true),
            ("ada", "correct horse ", false),
            ("ada", "", false),
            ("Ada", "correct horse", false),
            ("bob", "correct horse", false),
            ("eve", "correct horse", false),
            // The password of the dummy.
            ("eve", "", false),
            ("", "", false),
        ] {
            assert_eq!(
                passwords.verify(name, password.to_owned()).await,
                Ok(wanted),
                "{name} {password}"
            );
        }
    }

    #[test]
    fn an_unknown_name_costs_as_much_as_the_most_expensive_user() {
        let (ada, bob) = (cheap("a", 8), cheap("b", 32));
        let passwords = Passwords::new([("ada", ada.as_str()), ("bob", bob.as_str())]).unwrap();
        let cost = |hash: &PasswordHashString| Params::try_from(&hash.password_hash()).unwrap();
        let (unknown, known) = passwords.candidate("eve");
        assert!(!bool::from(known));
        assert_eq!(cost(&unknown), cost(&passwords.candidate("bob").0));
        // Which is verified by the same function: it matches its own password, and the name is
        // refused all the same.
        assert!(matches(&unknown, ""));
    }

    #[test]
    fn unusable_hashes_are_named() {
        let good = cheap("a", 8);
        for (users, wanted) in [
            (
                vec![("ada", "secret")],
                "the password hash of the user `ada` is not in the PHC format; ",
            ),
            (
                vec![("ada", "$argon2i$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA")],
                "is not argon2id; ",
            ),
            (vec![("ada", "$argon2id$v=19$m=8,t=1,p=1")], "is not argon2id; "),
            (
                vec![("ada", "$argon2id$v=19$m=1,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA")],
                "has unusable parameters; ",
            ),
            (vec![("ada", &good), ("ada", &good)], "the user `ada` is listed twice"),
        ] {
            let error = Passwords::new(users.clone()).err().unwrap();
            assert!(error.contains(wanted), "{error}");
            assert!(!error.contains("secret") && !error.contains("c2FsdHNhbHQ"), "{error}");
        }
    }

    #[test]
    fn a_new_hash_is_argon2id_and_never_twice_the_same() {
        let (one, other) = (hash("correct horse").unwrap(), hash("correct horse").unwrap());
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, other);
        assert!(matches(&PasswordHashString::new(&one).unwrap(), "correct horse"));
        assert_eq!(hash(""), Err("The password is empty.".to_owned()));
        assert!(hash(&"x".repeat(MAX_PASSWORD_BYTES + 1)).is_err());
    }

    #[test]
    fn secrets_are_compared_whole() {
        assert!(same("token", "token"));
        for other in ["", "toke", "tokem", "token ", "TOKEN"] {
            assert!(!same("token", other), "{other}");
        }
    }
}
