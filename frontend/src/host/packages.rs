//! Packages that code needs and that are not there yet.

use std::collections::BTreeMap;
use std::rc::Rc;

use futures::future::{Either, select};
use js_sys::Array;
use kernel::life::REQUEST_LIMIT;
use kernel::protocol::PackageRef;
use kernel::{Reply, Request};

use super::Host;
use crate::runtime;
use crate::stop::Stop;

impl Host {
    /// Has everything loaded that `code` imports. Yields the modules that do not exist, with a sentence about each.
    ///
    /// # Errors
    /// Why a package that exists cannot be had.
    pub(super) async fn provide(&self, code: &str, stop: &Stop) -> Result<BTreeMap<String, String>, String> {
        let code = code.to_owned();
        let modules = match self.ask(|id| Request::Imports { id, code }, vec![], None, REQUEST_LIMIT).await {
            Ok(Reply::Imports { modules, .. }) => modules,
            // Code that cannot be read says why when it is run.
            _ => return Ok(BTreeMap::new()),
        };
        let manifest = self.0.manifest.borrow().clone();
        let Some(manifest) = manifest.filter(|_| !modules.is_empty()) else { return Ok(BTreeMap::new()) };
        let resolved = manifest.resolve(&modules, &self.0.loaded.borrow());
        if resolved.packages.is_empty() || stop.is_pulled() {
            return Ok(resolved.missing);
        }
        let names: Vec<String> = resolved.packages.iter().map(|package| package.name.clone()).collect();
        *self.0.fetching.borrow_mut() = Some(names.join(", "));
        self.show();
        let assets: Vec<_> = resolved.packages.iter().map(|package| package.asset.clone()).collect();
        let fetch = runtime::fetch_all(&assets, Rc::new(|_| {}));
        let fetched = select(Box::pin(fetch), stop.pulled()).await;
        *self.0.fetching.borrow_mut() = None;
        self.show();
        let files = match fetched {
            Either::Left((files, _)) => files?,
            Either::Right(_) => return Ok(resolved.missing),
        };
        let packages = resolved
            .packages
            .iter()
            .map(|package| PackageRef { name: package.name.clone(), file_name: package.file_name.clone() })
            .collect();
        let parcel: Array = files.iter().collect();
        self.ask(|id| Request::Load { id, packages }, vec![], Some(parcel), REQUEST_LIMIT).await?;
        self.0.loaded.borrow_mut().extend(names);
        Ok(resolved.missing)
    }
}
