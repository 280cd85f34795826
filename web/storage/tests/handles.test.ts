// The handle of a file, found among those that were dropped: by name, folders, size and time.

import assert from "node:assert/strict";
import { test } from "node:test";

import { takeHandle } from "../handles.ts";

const file = (name: string, content: string, lastModified: number) =>
  new File([content], name, { lastModified });

const handle = (of: File) => ({ kind: "file", name: of.name, getFile: async () => of }) as any;

const folder = (name: string, children: any[]) => {
  const find = (wanted: string) => {
    const found = children.find((child) => child.name === wanted);
    return found ? Promise.resolve(found) : Promise.reject(new DOMException("", "NotFoundError"));
  };
  return {
    kind: "directory",
    name,
    getDirectoryHandle: find,
    getFileHandle: find,
  } as any;
};

test("a file's own handle is taken once, and one of another size or time is not taken for it", async () => {
  const wanted = file("a.csv", "x,y", 1_000);
  const others = [
    file("a.csv", "x,y", 2_000),
    file("a.csv", "x", 1_000),
    file("b.csv", "x,y", 1_000),
  ].map(handle);
  const own = handle(wanted);
  const handles = [...others, null, own].map(async (one) => one);
  assert.equal(await takeHandle(handles, "a.csv", wanted), own);
  assert.equal(await takeHandle(handles, "a.csv", wanted), undefined);
  assert.equal(handles.length, 4);
});

test("a file of a dropped folder is found by its path, and the folder stays for its other files", async () => {
  const [one, two] = [file("a.csv", "1", 1), file("a.csv", "2", 1)];
  const [first, second] = [handle(one), handle(two)];
  const handles = [Promise.resolve(folder("year", [first, folder("may", [second])]))];
  assert.equal(await takeHandle(handles, "year/a.csv", one), first);
  assert.equal(await takeHandle(handles, "year/may/a.csv", two), second);
  assert.equal(await takeHandle(handles, "year/june/a.csv", two), undefined);
  assert.equal(await takeHandle(handles, "a.csv", one), undefined);
});

test("a handle whose file cannot be read any more is passed over", async () => {
  const wanted = file("a.csv", "1", 1);
  const gone = {
    ...handle(wanted),
    getFile: () => Promise.reject(new DOMException("", "NotFoundError")),
  };
  assert.equal(await takeHandle([Promise.resolve(gone)], "a.csv", wanted), undefined);
});
