import type { Language } from '#core/i18n/languages.ts'
import { DE } from '#core/speech/languages/de.ts'
import { EN } from '#core/speech/languages/en.ts'
import { ES } from '#core/speech/languages/es.ts'
import { FR } from '#core/speech/languages/fr.ts'
import { IT } from '#core/speech/languages/it.ts'
import { PT } from '#core/speech/languages/pt.ts'
import type { SpeechWords } from '#core/speech/speech-words.ts'

export const SPEECH_WORDS: Readonly<Record<Language, SpeechWords>> = {
  en: EN,
  es: ES,
  fr: FR,
  de: DE,
  it: IT,
  pt: PT,
}
