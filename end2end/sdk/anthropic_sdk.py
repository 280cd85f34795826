"""Has the official Anthropic library assemble streamed answers of a provider, and prints each as
JSON.
"""

import os
from typing import Any

from anthropic import Anthropic

client = Anthropic(
    base_url=os.environ["PROVIDER_BASE"],
    api_key=os.environ["PROVIDER_KEY"],
    max_retries=0,
    timeout=10,
)
question: Any = [{"role": "user", "content": "What is 1+1?"}]
for _ in range(int(os.environ["ANSWERS"])):
    with client.messages.stream(model="scripted-1", max_tokens=100, messages=question) as events:
        print(events.get_final_message().model_dump_json())
