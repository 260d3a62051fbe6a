import type { Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import { type SpeechWords, speechWords } from '#core/speech/speech-words.ts'

/** The facts of a language; without them a text is read as it is written. */
export function speechWordsOf(language: Language): SpeechWords | undefined {
  const facts = factsOf(language)
  return facts && speechWords(language, facts)
}
