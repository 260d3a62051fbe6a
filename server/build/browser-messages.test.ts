import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import { WEBHOOK_EVENTS } from '#core/domain/webhook.ts'
import { PAGE_CATALOGS, SERVER_CATALOGS } from '#core/i18n/catalogs.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { pageCatalogOf, publicationCatalogs } from '#core/i18n/publication-catalogs.ts'
import { STATEMENTS, type Statement } from '#core/i18n/statements.ts'
import { sharedResource } from '../../tests/support/shared-resources.ts'

const folder = join((await sharedResource('build')).publicDir, 'assets')
const files = readdirSync(folder)
const scripts = files
  .filter((name) => name.endsWith('.js'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n')

/** Own words that the desk reads by the key of a message of the server. */
const OWN_WORDS = 'newsletter.issue.section.'
/** The prefix of words that browsers load when something is saved (app/saved/saved-words.server.ts). */
const LOADED_ON_USE = 'saved.'
/** Names in scripts that are not keys of messages, though one is spelled alike, and the keys that a statement is made of. */
const OTHER_NAMES: readonly string[] = [
  ...WEBHOOK_EVENTS,
  ...Object.values<Statement>(STATEMENTS).flatMap(({ words = [] }) => words),
]
/** The beginnings of keys that scripts put together: `category.${category}.name`. */
const BEGINNINGS = [...scripts.matchAll(/`([a-z]\w*\.(?:\w+\.)*)\$\{/g)].map(
  ([, beginning]) => beginning ?? '',
)

describe('what a browser loads', () => {
  test.each(LANGUAGE_CODES)('in "%s" are the messages of pages and no others', (language) => {
    expect(pageCatalogOf(publicationCatalogs(DEFAULT_SITE_WORDS), language)).toEqual(PAGE_CATALOGS[language])
    expect(files.filter((name) => name.endsWith('.json') && !name.startsWith('reader-'))).toEqual([])
  })

  test('is used by its scripts: a message that only the server says is in server.json', () => {
    const quoted = new Set(scripts.matchAll(/["'`]([\w.-]+)(?=["'`])/g).map(([, text]) => text))
    const used = (key: string) => quoted.has(key) || BEGINNINGS.some((beginning) => key.startsWith(beginning))
    const keys = Object.keys(PAGE_CATALOGS.en).map((key) => key.replace(/_[a-z]+$/, ''))
    expect(keys.filter((key) => !used(key))).toEqual([])
    // The same question has another answer for the messages of the server.
    const onServer = Object.keys(SERVER_CATALOGS.en).filter(
      (key) =>
        ![OWN_WORDS, LOADED_ON_USE].some((beginning) => key.startsWith(beginning)) &&
        !OTHER_NAMES.includes(key),
    )
    expect(onServer.filter((key) => used(key.replace(/_[a-z]+$/, '')))).toEqual([])
  })
})
