import type { Language } from '#core/i18n/languages.ts'
import anyDe from '#core/i18n/messages/de/any/pages.json' with { type: 'json' }
import anyServerDe from '#core/i18n/messages/de/any/server.json' with { type: 'json' }
import de from '#core/i18n/messages/de/pages.json' with { type: 'json' }
import serverDe from '#core/i18n/messages/de/server.json' with { type: 'json' }
import anyEn from '#core/i18n/messages/en/any/pages.json' with { type: 'json' }
import anyServerEn from '#core/i18n/messages/en/any/server.json' with { type: 'json' }
import en from '#core/i18n/messages/en/pages.json' with { type: 'json' }
import serverEn from '#core/i18n/messages/en/server.json' with { type: 'json' }
import anyEs from '#core/i18n/messages/es/any/pages.json' with { type: 'json' }
import anyServerEs from '#core/i18n/messages/es/any/server.json' with { type: 'json' }
import es from '#core/i18n/messages/es/pages.json' with { type: 'json' }
import serverEs from '#core/i18n/messages/es/server.json' with { type: 'json' }
import anyFr from '#core/i18n/messages/fr/any/pages.json' with { type: 'json' }
import anyServerFr from '#core/i18n/messages/fr/any/server.json' with { type: 'json' }
import fr from '#core/i18n/messages/fr/pages.json' with { type: 'json' }
import serverFr from '#core/i18n/messages/fr/server.json' with { type: 'json' }
import anyIt from '#core/i18n/messages/it/any/pages.json' with { type: 'json' }
import anyServerIt from '#core/i18n/messages/it/any/server.json' with { type: 'json' }
import it from '#core/i18n/messages/it/pages.json' with { type: 'json' }
import serverIt from '#core/i18n/messages/it/server.json' with { type: 'json' }
import anyPt from '#core/i18n/messages/pt/any/pages.json' with { type: 'json' }
import anyServerPt from '#core/i18n/messages/pt/any/server.json' with { type: 'json' }
import pt from '#core/i18n/messages/pt/pages.json' with { type: 'json' }
import serverPt from '#core/i18n/messages/pt/server.json' with { type: 'json' }
import type { Catalog } from '#core/i18n/translator.ts'

/** The messages of pages. A browser loads those of its language. */
export const PAGE_CATALOGS = { en, es, fr, de, it, pt } satisfies Record<Language, Catalog>

/** The messages that only the server writes: in mails, in feeds, and in HTML that pages show as it is. No browser loads them. */
export const SERVER_CATALOGS = {
  en: serverEn,
  es: serverEs,
  fr: serverFr,
  de: serverDe,
  it: serverIt,
  pt: serverPt,
} satisfies Record<Language, Catalog>

/** All messages, for the server. */
export const CATALOGS = {
  en: { ...en, ...serverEn },
  es: { ...es, ...serverEs },
  fr: { ...fr, ...serverFr },
  de: { ...de, ...serverDe },
  it: { ...it, ...serverIt },
  pt: { ...pt, ...serverPt },
} satisfies Record<Language, Catalog>

/** What says of the messages above that speak of artificial intelligence something that fits any subject. */
export const NEUTRAL_CATALOGS: Record<Language, Catalog> = {
  en: { ...anyEn, ...anyServerEn },
  es: { ...anyEs, ...anyServerEs },
  fr: { ...anyFr, ...anyServerFr },
  de: { ...anyDe, ...anyServerDe },
  it: { ...anyIt, ...anyServerIt },
  pt: { ...anyPt, ...anyServerPt },
}
