import type { SpeechWords } from '#core/speech/speech-words.ts'

const made = new WeakMap<SpeechWords, Map<string, unknown>>()

/** The patterns that a rule makes of the words of a language, made once. */
export function cachedPattern<Patterns>(words: SpeechWords, rule: string, make: () => Patterns): Patterns {
  const ofLanguage = made.get(words) ?? new Map<string, unknown>()
  made.set(words, ofLanguage)
  if (!ofLanguage.has(rule)) ofLanguage.set(rule, make())
  return ofLanguage.get(rule) as Patterns
}
