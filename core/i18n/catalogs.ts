import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import type englishOfPages from '#core/i18n/messages/en/pages.json'
import type englishOfServer from '#core/i18n/messages/en/server.json'
import roleWords from '#core/i18n/role-words.json' with { type: 'json' }
import type { Catalog, RoleMessages } from '#core/i18n/translator.ts'

type ByLanguage<English> = Readonly<Record<Language, Readonly<English>>>

const PAGES = import.meta.glob<typeof englishOfPages>('./messages/*/pages.json', {
  eager: true,
  import: 'default',
})
const SERVER = import.meta.glob<typeof englishOfServer>('./messages/*/server.json', {
  eager: true,
  import: 'default',
})
const WITHOUT = import.meta.glob<Catalog>('./messages/*/without.json', { eager: true, import: 'default' })
const NEUTRAL = import.meta.glob<Catalog>('./messages/*/any/*.json', { eager: true, import: 'default' })

/** The messages of what pages show on use. A browser loads those of its language with it. */
export const PAGE_CATALOGS = byLanguage((code) => PAGES[`./messages/${code}/pages.json`])

/** The messages that only the server writes: in mails, in feeds, and in the HTML of pages. No browser loads them. */
export const SERVER_CATALOGS = byLanguage((code) => {
  const own = SERVER[`./messages/${code}/server.json`]
  return own && withRoles(code, own)
})

/** All messages, for the server. */
export const CATALOGS = byLanguage((code) => ({
  ...PAGE_CATALOGS[code],
  ...SERVER_CATALOGS[code],
}))

/** Replacements for the messages above about artificial intelligence that fit any subject. */
export const NEUTRAL_CATALOGS: ByLanguage<Catalog> = byLanguage((code) => ({
  ...NEUTRAL[`./messages/${code}/any/pages.json`],
  ...NEUTRAL[`./messages/${code}/any/server.json`],
}))

/** The replacement of a message when the publication does not make its statement (`statements.ts`); nothing if it is missing here. */
export const WITHOUT_CATALOGS: ByLanguage<Catalog> = byLanguage(
  (code) => WITHOUT[`./messages/${code}/without.json`],
)

function byLanguage<English>(catalogOf: (code: Language) => English | undefined): ByLanguage<English> {
  const catalogs = LANGUAGE_CODES.map((code) => {
    const catalog = catalogOf(code)
    if (!catalog) throw new Error(`core/i18n/messages/${code} lacks pages.json or server.json`)
    return [code, catalog]
  })
  return Object.fromEntries(catalogs)
}

/** The messages with those of roles, in the order of their keys. A language without its own names of roles takes the English ones. */
function withRoles(code: Language, own: typeof englishOfServer): typeof englishOfServer & RoleMessages {
  const roles = Object.entries(roleWords).flatMap(([role, words]) => {
    const word = new Map(Object.entries(words)).get(code)
    return word === undefined ? [] : [[`mail.invitation.role.${role}`, word] as const]
  })
  const entries = [...Object.entries(own), ...roles].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries) as typeof englishOfServer & RoleMessages
}
