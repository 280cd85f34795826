//! The container: Dockerfile and compose.yaml are linted everywhere, and the image is built and run
//! if a container engine answers.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::packages;
use crate::project;
use crate::shell::{command, output, python, run as run_command, say};

/// The image and the container of this test.
const NAME: &str = "insitu-test";

/// How long a container may take until it wants requests.
const START: Duration = Duration::from_secs(60);

/// Lints, and builds and runs if that is possible.
pub(super) fn run() -> Result<()> {
    lint()?;
    let Some(engine) =
        ["docker", "podman"].into_iter().find(|engine| output(command(engine).arg("ps")).is_ok())
    else {
        say("no container engine answers here: the image is not built");
        return Ok(());
    };
    // Podman's own format of images has neither `SHELL` nor `HEALTHCHECK`.
    run_command(
        command(engine).args(["build", "--tag", NAME, "."]).env("BUILDAH_FORMAT", "docker"),
    )?;
    let tried = serves(engine);
    // There is none if it did not start.
    let _ = output(command(engine).args(["rm", "--force", NAME]));
    tried
}

fn lint() -> Result<()> {
    let library = packages::install()?;
    let hadolint = library.join("bin").join("hadolint");
    if hadolint.is_file() {
        run_command(command(&hadolint.to_string_lossy()).arg("Dockerfile"))
            .context("hadolint found errors")?;
    } else if cfg!(not(windows)) {
        bail!("{} is missing; remove target/python and try again", hadolint.display());
    }
    let mut check = python()?;
    check.arg(project::path("end2end/container/compose.py")).arg("compose.yaml");
    run_command(check.env("PYTHONPATH", library)).context("compose.yaml is not as it should be")
}

/// Runs the image as compose.yaml does, and asks it.
fn serves(engine: &str) -> Result<()> {
    let container = |arguments: &[&str]| output(command(engine).args(arguments));
    let closed = ["--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"];
    let token = ["--env", "INSITU_TOKEN=a-token-of-the-tests"];
    run_command(
        command(engine)
            .args(["run", "--detach", "--name", NAME])
            .args(closed)
            .args(token)
            .arg(NAME),
    )?;
    let since = Instant::now();
    while container(&["exec", NAME, "/usr/bin/insitu", "health"]).is_err() {
        if since.elapsed() > START {
            bail!("the container wants no requests: {}", container(&["logs", NAME])?);
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    container(&["exec", NAME, "/usr/bin/insitu", "check", "--offline"])?;
    let user = container(&["inspect", "--format", "{{.Config.User}}", NAME])?;
    anyhow::ensure!(user.trim() == "65532:65532", "the container runs as `{}`", user.trim());
    // Without a token it must not start, since others reach it.
    let refused = container(&["run", "--rm", NAME]).err().context("it starts without a token")?;
    anyhow::ensure!(format!("{refused:#}").contains("access.mode"), "{refused:#}");
    Ok(())
}
