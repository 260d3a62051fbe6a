import type { Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import { type SpeechWords, speechWords } from '#core/speech/speech-words.ts'

/** What is known of a language; without it a text is read as it is written. */
export function speechWordsOf(language: Language): SpeechWords | undefined {
  const facts = factsOf(language)
  return facts && speechWords(language, facts)
}
