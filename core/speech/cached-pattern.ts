import type { SpeechWords } from '#core/speech/speech-words.ts'

const made = new WeakMap<SpeechWords, Map<string, unknown>>()

/** The patterns that a rule makes of the words of a language, made once. */
export function cachedPattern<Patterns>(words: SpeechWords, rule: string, make: () => Patterns): Patterns {
  const ofLanguage = made.get(words) ?? new Map<string, unknown>()
  made.set(words, ofLanguage)
  if (!ofLanguage.has(rule)) ofLanguage.set(rule, make())
  return ofLanguage.get(rule) as Patterns
}

const AFTER_POINT = /^["'»”’)\]]*(?:$|\s+["'«“„(¿¡]*(\p{Lu}\p{L}*))/u

/**
 * Returns true if the point of an abbreviation ends a sentence before `rest`: by a capital, and in languages in which more words have one
 * (`by: 'starter'`) by a word with which sentences begin.
 */
export function isSentenceEnd(rest: string, { starters }: SpeechWords, by: 'capital' | 'starter'): boolean {
  const next = AFTER_POINT.exec(rest.slice(0, 30))
  return next !== null && (by === 'capital' || next[1] === undefined || starters.has(next[1]))
}
