import type { Language } from '#core/i18n/languages.ts'
import { DE } from '#core/speech/languages/de.ts'
import { EN } from '#core/speech/languages/en.ts'
import { ES } from '#core/speech/languages/es.ts'
import { FR } from '#core/speech/languages/fr.ts'
import { IT } from '#core/speech/languages/it.ts'
import { PT } from '#core/speech/languages/pt.ts'
import type { SpeechWords } from '#core/speech/speech-words.ts'

const KNOWN = new Map<Language, SpeechWords>([EN, ES, FR, DE, IT, PT].map((words) => [words.language, words]))

/** What is known of a language; without it a text is read as it is written. */
export const speechWordsOf = (language: Language): SpeechWords | undefined => KNOWN.get(language)
