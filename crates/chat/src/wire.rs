//! OpenAI Chat Completions, the format that page and relay speak with each other.
