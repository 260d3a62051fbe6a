import type { Language } from '#core/i18n/languages.ts'
import de from '#core/i18n/messages/de.json' with { type: 'json' }
import en from '#core/i18n/messages/en.json' with { type: 'json' }
import es from '#core/i18n/messages/es.json' with { type: 'json' }
import fr from '#core/i18n/messages/fr.json' with { type: 'json' }
import it from '#core/i18n/messages/it.json' with { type: 'json' }
import pt from '#core/i18n/messages/pt.json' with { type: 'json' }
import type { Catalog } from '#core/i18n/translator.ts'

/** The catalogs of all languages, for the server. A browser loads only the catalog of its language. */
export const CATALOGS = { en, es, fr, de, it, pt } satisfies Record<Language, Catalog>
