import { LANGUAGES, type Language } from '#core/i18n/languages.ts'
import de from '#core/i18n/messages/de.json' with { type: 'json' }
import en from '#core/i18n/messages/en.json' with { type: 'json' }
import es from '#core/i18n/messages/es.json' with { type: 'json' }
import fr from '#core/i18n/messages/fr.json' with { type: 'json' }
import it from '#core/i18n/messages/it.json' with { type: 'json' }
import pt from '#core/i18n/messages/pt.json' with { type: 'json' }
import { createTranslator, type Translate } from '#core/i18n/translator.ts'

const catalogs = { en, es, fr, de, it, pt }
const translators = Object.fromEntries(
  LANGUAGES.map(({ code }) => [code, createTranslator(code, catalogs)]),
) as Record<Language, Translate>

/** The messages of the language that a mail is written in. */
export function mailTranslator(language: Language): Translate {
  return translators[language]
}
