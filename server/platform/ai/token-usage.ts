export interface TokenUsage {
  inputTokens: number
  outputTokens: number
}

/** About the ratio of English in common tokenizers. */
const CHARACTERS_PER_TOKEN = 4

/** Where a server does not count, and for what is not yet asked. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN)
}
