/**
 * Adds a message to the catalog of every language, or replaces it there:
 *
 *   npm run add-message -- area.thing.detail "English text" es="…" fr="…" de="…" it="…" pt="…"
 *
 * Messages of the server alone (in mails, feeds, and HTML that it makes for pages) are in files of their own (`server.json`), so that browsers do not load them:
 * `-- --server KEY …`. An existing message stays in its file.
 *
 * Each plural form is a message of its own (area.thing_one, area.thing_other). For a plural form that English does not
 * have, leave out the English text and name the languages that have it: area.thing_many es="…" fr="…" it="…" pt="…"
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import {
  MESSAGE_KEY_PATTERN,
  placeholdersOf,
  pluralFormOf,
  pluralFormsOf,
  sortCatalog,
} from '#core/i18n/message-rules.ts'
import type { Catalog } from '#core/i18n/translator.ts'

type Texts = Partial<Record<Language, string>>

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../core/i18n/messages')
  const problem = await addMessage(process.argv.slice(2), folder)
  if (problem) console.error(problem)
  process.exitCode = problem ? 1 : 0
}

/** Adds a message. Returns null, or one line about the problem; then nothing is written. */
export async function addMessage(args: readonly string[], folder: string): Promise<string | null> {
  const other = args[0] === '--server' ? 'server' : null
  const [key = '', ...words] = other ? args.slice(1) : args
  const texts: Texts = {}
  for (const word of words) {
    const [, code = DEFAULT_LANGUAGE, text = word] = /^([a-z]{2})=(.*)$/s.exec(word) ?? []
    if (!isLanguage(code))
      return `Unknown language "${code}"; the languages are ${LANGUAGE_CODES.join(', ')}.`
    if (texts[code] !== undefined) return `The text in "${code}" is given twice.`
    texts[code] = text.trim()
  }
  const problem = problemOf(key, texts)
  if (problem) return problem

  const catalogs = await Promise.all(Object.keys(texts).map((language) => readCatalogs(folder, language)))
  const where = catalogs.flat().find(({ catalog }) => Object.hasOwn(catalog, key))?.where
  const into = where ?? other ?? 'pages'
  for (const { language, file, catalog } of catalogs.flat().filter((found) => found.where === into)) {
    const changed = sortCatalog({ ...catalog, [key]: texts[language as Language] ?? '' })
    await writeFile(file, `${JSON.stringify(changed, null, 2)}\n`)
  }
  return null
}

/** The catalogs of pages and of the server. */
function readCatalogs(folder: string, language: string) {
  return Promise.all(
    ['pages', 'server'].map(async (where) => {
      const file = join(folder, language, `${where}.json`)
      const catalog: Catalog = JSON.parse(await readFile(file, 'utf8'))
      return { language, where, file, catalog }
    }),
  )
}

function problemOf(key: string, texts: Texts): string | null {
  if (!MESSAGE_KEY_PATTERN.test(key)) return `"${key}" is no key; write it as area.thing.detail.`
  const form = pluralFormOf(key)
  const languages = LANGUAGE_CODES.filter(
    (language) => form === null || pluralFormsOf(language).includes(form),
  )
  if (languages.length === 0) return `No language has the plural form "${form}".`

  const withoutForm = LANGUAGE_CODES.filter(
    (language) => texts[language] !== undefined && !languages.includes(language),
  )
  if (withoutForm.length > 0) return `The plural form "${form}" does not exist in: ${withoutForm.join(', ')}.`
  const missing = languages.filter((language) => !texts[language])
  if (missing.length > 0) return `"${key}" has no text in: ${missing.join(', ')}.`

  const [first, ...others] = languages
  const expected = placeholdersIn(first)
  const differing = others.filter((language) => placeholdersIn(language) !== expected)
  if (differing.length === 0) return null
  return `The placeholders in ${differing.join(', ')} differ from those in ${first}: ${expected || 'none'}.`

  function placeholdersIn(language: Language | undefined) {
    return placeholdersOf((language && texts[language]) ?? '').join(' ')
  }
}
