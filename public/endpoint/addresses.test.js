// node --test public/endpoint/

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseBase } from "./addresses.js";

test("a base URL is completed and cleaned", () => {
  for (const [typed, base, origin, host] of [
    ["https://api.openai.com/v1", "https://api.openai.com/v1", "https://api.openai.com", "api.openai.com"],
    [" https://API.openai.com:443/v1/ ", "https://api.openai.com/v1", "https://api.openai.com", "api.openai.com"],
    ["https://api.openai.com/v1/chat/completions", "https://api.openai.com/v1", "https://api.openai.com", "api.openai.com"],
    ["https://api.anthropic.com/v1/messages/", "https://api.anthropic.com/v1", "https://api.anthropic.com", "api.anthropic.com"],
    ["openrouter.ai/api/v1", "https://openrouter.ai/api/v1", "https://openrouter.ai", "openrouter.ai"],
    ["localhost:11434/v1", "http://localhost:11434/v1", "http://localhost:11434", "localhost:11434"],
    ["http://127.0.0.1:1234", "http://127.0.0.1:1234", "http://127.0.0.1:1234", "127.0.0.1:1234"],
    ["https://gateway.example.org:8443/a/b", "https://gateway.example.org:8443/a/b", "https://gateway.example.org:8443", "gateway.example.org:8443"],
  ]) {
    assert.deepEqual(parseBase(typed), { base, origin, host }, typed);
  }
});

test("an address that the page cannot reach is refused with what to change", () => {
  for (const [typed, why] of /** @type {[string, RegExp][]} */ ([
    ["", /^Enter the address/],
    ["https://", /is not an address/],
    ["http://api.openai.com/v1", /begin with https/],
    ["http://192.168.1.20:11434", /another machine of your network/],
    ["http://localhost.example.org", /begin with https/],
    ["ftp://localhost/", /begin with https/],
    ["javascript://localhost/%0aalert(1)", /begin with https/],
    ["https://me:key@api.openai.com/v1", /name or password/],
    ["https://api.openai.com/v1?key=1", /behind/],
    ["https://api.openai.com/v1#key", /behind/],
    ["http://[::1]:11434/v1", /localhost instead/],
  ])) {
    assert.throws(() => parseBase(typed), { message: why }, typed);
  }
});
