import type { Language } from '#core/i18n/languages.ts'
import { sayText } from '#core/speech/say-text.ts'
import { speechWordsOf } from '#core/speech/speech-languages.ts'

/** A text as a person would read it out in its language. */
export const spokenText = (text: string, language: Language): string => sayText(text, speechWordsOf(language))
