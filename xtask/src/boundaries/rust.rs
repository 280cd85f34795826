//! Cycles between the modules of a Rust crate.
//!
//! Two modules of one parent must not need each other, directly or through others; what is inside
//! of them counts as them. A parent and its child may. Items that a module passes on with `use`
//! count as those of the module that has them. Code under `#[cfg(test)]` does not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path as FilePath;

use anyhow::{Context, Result};
use proc_macro2::{TokenStream, TokenTree};
use syn::visit::Visit;
use syn::{Attribute, Item, ItemMod, Path, UseTree, VisRestricted};

use super::graph::{Graph, cycles};

/// The names from the crate's root to a module or an item.
pub(super) type Names = Vec<String>;

/// The modules of a crate.
#[derive(Default)]
pub(super) struct Crate {
    /// What each module names, as far as it is in the crate.
    named: BTreeMap<Names, BTreeSet<Names>>,
    /// What each module names of other crates, from the crate's name on; a glob ends in `*`. Also
    /// has paths from what is in scope.
    foreign: BTreeMap<Names, BTreeSet<Names>>,
    /// What a module passes on or renames, by module and name.
    passed_on: BTreeMap<(Names, String), Names>,
}

/// Returns the cycles of the crate whose root is this file, each as its modules in order, and how
/// many modules it has.
///
/// # Errors
/// If a file cannot be read, or is not Rust.
pub(super) fn cycles_of(root: &FilePath) -> Result<(Vec<String>, usize)> {
    let found = Crate::of(root)?;
    let lists = found.levels().into_iter().map(|(parent, graph)| {
        let path = parent.iter().map(|name| format!("{name}::")).collect::<String>();
        cycles(&graph).into_iter().map(move |cycle| format!("{path}({cycle})"))
    });
    Ok((lists.flatten().collect(), found.named.len()))
}

impl Crate {
    /// Reads the crate whose root is this file.
    ///
    /// # Errors
    /// If a file cannot be read, or is not Rust.
    pub(super) fn of(root: &FilePath) -> Result<Self> {
        let mut found = Self::default();
        let folder = root.parent().unwrap_or(FilePath::new(""));
        found.read(root, folder, Names::new())?;
        Ok(found)
    }

    /// Returns the names of the modules below the root, and an empty one for the root itself.
    pub(super) fn tops(&self) -> BTreeSet<&str> {
        self.named.keys().map(top).collect()
    }

    /// Returns those of [`Self::tops`] to which a path from the root leads, without the root.
    pub(super) fn tops_of(&self, path: &[String]) -> BTreeSet<String> {
        let found = self.modules(&path.to_vec()).into_iter();
        found.filter_map(|module| module.into_iter().next()).collect()
    }

    /// Returns those of [`Self::tops`] that one of them names, with what is below it; not the root.
    pub(super) fn named_by(&self, name: &str) -> BTreeSet<&str> {
        let paths = self.named.iter().filter(|(module, _)| top(module) == name);
        let named: BTreeSet<String> =
            paths.flat_map(|(_, paths)| paths).flat_map(|path| self.tops_of(path)).collect();
        self.tops().into_iter().filter(|top| named.contains(*top)).collect()
    }

    /// Returns the paths into other crates that one of [`Self::tops`] names, with what is below it.
    pub(super) fn foreign(&self, name: &str) -> Vec<Names> {
        let below = self.foreign.iter().filter(|(module, _)| top(module) == name);
        below
            .flat_map(|(module, paths)| paths.iter().map(move |path| (module, path)))
            .filter_map(|(module, path)| self.outside(module, path))
            .collect()
    }

    /// Returns the path from the name of another crate on, for a path that a module has; none if it
    /// stays within this crate.
    fn outside(&self, module: &Names, path: &Names) -> Option<Names> {
        let (first, rest) = path.split_first()?;
        let target = match self.passed_on.get(&(module.clone(), first.clone())) {
            Some(target) => target.strip_prefix(&module[..])?,
            None => std::slice::from_ref(first),
        };
        let child = [&module[..], &target[..1]].concat();
        (!self.named.contains_key(&child)).then(|| [target, rest].concat())
    }

    /// Reads a file and the modules below it, whose files are in `folder`.
    fn read(&mut self, file: &FilePath, folder: &FilePath, module: Names) -> Result<()> {
        let text =
            fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let parsed =
            syn::parse_file(&text).with_context(|| format!("{} is not Rust", file.display()))?;
        self.items(&parsed.items, folder, module)
    }

    fn items(&mut self, items: &[Item], folder: &FilePath, module: Names) -> Result<()> {
        let mut reader = Reader { module: module.clone(), ..Reader::default() };
        let (modules, others): (Vec<&Item>, Vec<&Item>) =
            items.iter().partition(|item| matches!(item, Item::Mod(_)));
        others.into_iter().for_each(|item| reader.visit_item(item));
        self.named.insert(module.clone(), reader.named);
        self.foreign.insert(module.clone(), reader.foreign);
        for (name, target) in reader.uses {
            self.passed_on.insert((module.clone(), name), target);
        }
        for item in modules {
            let Item::Mod(ItemMod { attrs, ident, content, .. }) = item else { continue };
            if is_test(attrs) {
                continue;
            }
            let name = ident.to_string();
            let inside = folder.join(&name);
            let path = [module.clone(), vec![name.clone()]].concat();
            match content {
                Some((_, items)) => self.items(items, &inside, path)?,
                None => {
                    let file = folder.join(format!("{name}.rs"));
                    let file = if file.is_file() { file } else { inside.join("mod.rs") };
                    // A module that the build script writes is not there before.
                    if file.is_file() {
                        self.read(&file, &inside, path)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns for each module with children which of them need which.
    fn levels(&self) -> BTreeMap<Names, Graph> {
        let mut levels: BTreeMap<Names, Graph> = BTreeMap::new();
        for (from, named) in &self.named {
            for target in named.iter().flat_map(|path| self.modules(path)) {
                let common = from.iter().zip(&target).take_while(|(a, b)| a == b).count();
                if let (Some(here), Some(there)) = (from.get(common), target.get(common)) {
                    let graph = levels.entry(from[..common].to_vec()).or_default();
                    graph.entry(here.clone()).or_default().insert(there.clone());
                }
            }
        }
        levels
    }

    /// Returns the modules that a path leads to: the one that it names, and the one that has the
    /// item.
    fn modules(&self, path: &Names) -> Vec<Names> {
        let mut found: Vec<Names> = Vec::new();
        let mut path = path.clone();
        while let Some(length) =
            (0..=path.len()).rev().find(|&length| self.named.contains_key(&path[..length]))
        {
            let module = path[..length].to_vec();
            if found.contains(&module) {
                break;
            }
            let next = path
                .get(length)
                .and_then(|name| self.passed_on.get(&(module.clone(), name.clone())));
            let next = next.map(|target| [target.clone(), path[length + 1..].to_vec()].concat());
            found.push(module);
            match next {
                Some(next) => path = next,
                None => break,
            }
        }
        found
    }
}

/// Returns the name of the module below the root, an empty one for the root.
fn top(module: &Names) -> &str {
    module.first().map_or("", String::as_str)
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let test = |path: &Path| path.is_ident("test");
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<Path>().is_ok_and(|path| test(&path))
    })
}

/// Collects what the items of one module name.
#[derive(Default)]
struct Reader {
    module: Names,
    named: BTreeSet<Names>,
    /// The paths that do not begin with `crate`, `self` or `super`.
    foreign: BTreeSet<Names>,
    /// The names that `use` brings in, and what they are.
    uses: Vec<(String, Names)>,
}

impl Reader {
    /// Returns the names from the crate's root; none for what is in another crate.
    fn absolute(&self, names: &[String]) -> Option<Names> {
        let mut base = self.module.clone();
        let mut rest = names;
        match names.first()?.as_str() {
            "crate" => (base, rest) = (Names::new(), &names[1..]),
            "self" => rest = &names[1..],
            "super" => {
                while let Some(("super", after)) =
                    rest.split_first().map(|(first, after)| (first.as_str(), after))
                {
                    base.pop()?;
                    rest = after;
                }
            }
            // A child, if the module has one of that name.
            _ => {}
        }
        base.extend(rest.iter().cloned());
        Some(base)
    }

    fn tree(&mut self, tree: &UseTree, before: &[String]) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.tree(&path.tree, &with(&path.ident)),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(tree, before)),
            UseTree::Glob(_) => {
                self.named.extend(self.absolute(before));
                self.unrooted(&[before, &["*".to_owned()]].concat());
            }
            UseTree::Name(name) if name.ident == "self" => {
                let last = before.last().cloned();
                self.brings(last.unwrap_or_default(), before);
            }
            UseTree::Name(name) => self.brings(name.ident.to_string(), &with(&name.ident)),
            UseTree::Rename(rename) if rename.ident == "self" => {
                self.brings(rename.rename.to_string(), before);
            }
            UseTree::Rename(rename) => self.brings(rename.rename.to_string(), &with(&rename.ident)),
        }
    }

    fn brings(&mut self, name: String, names: &[String]) {
        self.unrooted(names);
        if let Some(target) = self.absolute(names) {
            self.named.insert(target.clone());
            self.uses.push((name, target));
        }
    }

    /// Collects paths from `crate`, `self` or `super` in a macro's tokens, whose grammar is the
    /// macro's own.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path = Names::new();
        let mut colons = 0;
        for token in tokens {
            match &token {
                TokenTree::Ident(ident) if path.is_empty() || colons == 2 => {
                    path.push(ident.to_string());
                    colons = 0;
                    continue;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' && !path.is_empty() => {
                    colons += 1;
                    continue;
                }
                _ => {}
            }
            self.rooted(&std::mem::take(&mut path));
            colons = 0;
            match token {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(ident) => path.push(ident.to_string()),
                _ => {}
            }
        }
        self.rooted(&path);
    }

    fn rooted(&mut self, names: &[String]) {
        if names.len() > 1 && names.first().is_some_and(|first| is_rooted(first)) {
            self.named.extend(self.absolute(names));
        } else if names.len() > 1 {
            self.unrooted(names);
        }
    }

    fn unrooted(&mut self, names: &[String]) {
        if !names.first().is_some_and(|first| is_rooted(first)) {
            self.foreign.insert(names.to_vec());
        }
    }
}

fn is_rooted(first: &str) -> bool {
    matches!(first, "crate" | "self" | "super")
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Const(item) => &item.attrs,
            _ => return syn::visit::visit_item(self, item),
        };
        if !is_test(attributes) {
            syn::visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if item.leading_colon.is_none() {
            self.tree(&item.tree, &[]);
        } else {
            let mut other = Self::default();
            other.tree(&item.tree, &[]);
            self.foreign.extend(other.foreign);
        }
    }

    fn visit_path(&mut self, path: &'ast Path) {
        let names: Names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.rooted(&names);
        syn::visit::visit_path(self, path);
    }

    // Who may see an item says nothing of what the item needs.
    fn visit_vis_restricted(&mut self, _: &'ast VisRestricted) {}

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.visit_path(&item.path);
        self.tokens(item.tokens.clone());
    }
}

#[cfg(test)]
pub(super) mod tests;
