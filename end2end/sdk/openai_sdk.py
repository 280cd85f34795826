"""Uses the official OpenAI library against a relay as a program would, and prints as JSON what it
made of the answers.

The provider behind the relay follows the script of ``openai-python.test.mjs``, call by call.
"""

import json
import os
from typing import Any

import openai
from openai import OpenAI
from pydantic import BaseModel


class City(BaseModel):
    name: str
    people: int


MODEL = os.environ["RELAY_MODEL"]
client = OpenAI(base_url=os.environ["RELAY_BASE"], api_key="anything", max_retries=0, timeout=10)
question: Any = [{"role": "user", "content": "What is 1+1?"}]
weather: Any = {
    "type": "function",
    "function": {
        "name": "weather",
        "strict": True,
        "parameters": {
            "type": "object",
            "properties": {"city": {"type": "string"}},
            "required": ["city"],
            "additionalProperties": False,
        },
    },
}


def chat() -> object:
    raw = client.chat.completions.with_raw_response.create(model=MODEL, messages=question)
    answer = raw.parse()
    assert answer.usage
    headers = {name: raw.headers[name] for name in ("x-insitu-model", "x-insitu-body-bytes")}
    named = (
        raw.headers["x-request-id"].startswith("req_")
        and answer._request_id == raw.headers["x-request-id"]
    )
    choice = answer.choices[0]
    return [
        choice.message.content,
        choice.finish_reason,
        answer.model,
        answer.usage.total_tokens,
        headers,
        named,
    ]


def stream() -> object:
    options: Any = {"include_usage": True}
    text, total = "", None
    for chunk in client.chat.completions.create(
        model=MODEL, messages=question, stream=True, stream_options=options
    ):
        text += "".join(choice.delta.content or "" for choice in chunk.choices)
        total = chunk.usage.total_tokens if chunk.usage else total
    return [text, total]


def tools() -> object:
    with client.chat.completions.stream(model=MODEL, messages=question, tools=[weather]) as events:
        message = events.get_final_completion().choices[0].message
    calls = message.tool_calls or []
    results: Any = [{"role": "tool", "tool_call_id": call.id, "content": "sunny"} for call in calls]
    again = [*question, message.model_dump(exclude_none=True, exclude={"parsed"}), *results]
    for call in again[1]["tool_calls"]:
        call["function"].pop("parsed_arguments", None)
    after = client.chat.completions.create(model=MODEL, messages=again, tools=[weather])
    return [
        [(call.id, json.loads(call.function.arguments)) for call in calls],
        after.choices[0].message.content,
    ]


def structured() -> object:
    parsed = client.chat.completions.parse(model=MODEL, messages=question, response_format=City)
    city = parsed.choices[0].message.parsed
    assert city
    return [city.name, city.people]


def errors() -> object:
    found: list[object] = []

    def check(**more: Any) -> None:
        try:
            client.chat.completions.create(**{"model": MODEL, "messages": question, **more})
        except openai.APIStatusError as error:
            found.append([type(error).__name__, error.status_code, error.code])

    check()
    check()
    check()
    check(model="another")
    check(n=2)
    try:
        for _ in client.chat.completions.create(model=MODEL, messages=question, stream=True):
            pass
    except openai.APIError as error:
        found.append([type(error).__name__, error.code])
    return found


def models() -> object:
    return [
        sorted(model.id for model in client.models.list()),
        client.models.retrieve(MODEL).owned_by,
    ]


def cancelled() -> object:
    with client.chat.completions.create(model=MODEL, messages=question, stream=True) as answer:
        return next(
            chunk.choices[0].delta.content for chunk in answer if chunk.choices[0].delta.content
        )


for use in (chat, stream, tools, structured, errors, models, cancelled):
    print(json.dumps({use.__name__: use()}), flush=True)
