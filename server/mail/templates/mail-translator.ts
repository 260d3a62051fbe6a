import { CATALOGS } from '#core/i18n/catalogs.ts'
import { LANGUAGES, type Language } from '#core/i18n/languages.ts'
import { createTranslator, type Translate } from '#core/i18n/translator.ts'

const translators = Object.fromEntries(
  LANGUAGES.map(({ code }) => [code, createTranslator(code, CATALOGS)]),
) as Record<Language, Translate>

/** The messages of the language that a mail is written in. */
export function mailTranslator(language: Language): Translate {
  return translators[language]
}
