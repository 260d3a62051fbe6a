import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import type englishOfPages from '#core/i18n/messages/en/pages.json'
import type englishOfPlayer from '#core/i18n/messages/en/player.json'
import type englishOfServer from '#core/i18n/messages/en/server.json'
import type { Catalog } from '#core/i18n/translator.ts'

type ByLanguage<English> = Readonly<Record<Language, Readonly<English>>>

const PAGES = import.meta.glob<typeof englishOfPages>('./messages/*/pages.json', {
  eager: true,
  import: 'default',
})
const SERVER = import.meta.glob<typeof englishOfServer>('./messages/*/server.json', {
  eager: true,
  import: 'default',
})
const PLAYER = import.meta.glob<typeof englishOfPlayer>('./messages/*/player.json', {
  eager: true,
  import: 'default',
})
const WITHOUT = import.meta.glob<Catalog>('./messages/*/without.json', { eager: true, import: 'default' })
const NEUTRAL = import.meta.glob<Catalog>('./messages/*/any/*.json', { eager: true, import: 'default' })

/** The messages of pages. A browser loads those of its language. */
export const PAGE_CATALOGS = byLanguage((code) => PAGES[`./messages/${code}/pages.json`])

/** The messages that only the server writes: in mails, in feeds, and in HTML that pages show as it is. No browser loads them. */
export const SERVER_CATALOGS = byLanguage((code) => SERVER[`./messages/${code}/server.json`])

/** The messages of the player that reads an article aloud. A browser loads them with it. */
export const PLAYER_CATALOGS = byLanguage((code) => PLAYER[`./messages/${code}/player.json`])

/** All messages, for the server. */
export const CATALOGS = byLanguage((code) => ({
  ...PAGE_CATALOGS[code],
  ...SERVER_CATALOGS[code],
  ...PLAYER_CATALOGS[code],
}))

/** What says of the messages above that speak of artificial intelligence something that fits any subject. */
export const NEUTRAL_CATALOGS: ByLanguage<Catalog> = byLanguage((code) => ({
  ...NEUTRAL[`./messages/${code}/any/pages.json`],
  ...NEUTRAL[`./messages/${code}/any/server.json`],
}))

/** What is said in the place of a message when the publication does not make its statement (`statements.ts`); nothing, where it is not here. */
export const WITHOUT_CATALOGS: ByLanguage<Catalog> = byLanguage(
  (code) => WITHOUT[`./messages/${code}/without.json`],
)

function byLanguage<English>(catalogOf: (code: Language) => English | undefined): ByLanguage<English> {
  const catalogs = LANGUAGE_CODES.map((code) => {
    const catalog = catalogOf(code)
    if (!catalog) throw new Error(`core/i18n/messages/${code} lacks pages.json, server.json or player.json`)
    return [code, catalog]
  })
  return Object.fromEntries(catalogs)
}
