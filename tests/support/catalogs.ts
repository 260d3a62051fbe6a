import { readFileSync } from 'node:fs'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import type englishOfPages from '#core/i18n/messages/en/pages.json'
import type englishOfServer from '#core/i18n/messages/en/server.json'

type Catalog = typeof englishOfPages & typeof englishOfServer

/** All shipped messages by language, for journeys: the module of the product is made by its build. */
export const CATALOGS = Object.fromEntries(
  LANGUAGE_CODES.map((code) => [code, { ...read(code, 'pages'), ...read(code, 'server') }]),
) as Record<Language, Catalog>

function read(code: Language, part: 'pages' | 'server'): Catalog {
  const file = new URL(`../../core/i18n/messages/${code}/${part}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8'))
}
