import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#core/i18n/languages.ts'
import { ROOT } from '#server/platform/root.ts'

/** Where languages are told by their codes, and why. English is the language of the originals, which code may name anywhere. */
const ALLOWED = new Map([
  ['core/i18n/languages.ts', 'the list itself'],
  ['core/i18n/dates.ts', 'every page for readers has dates, and loads no facts'],
  ['core/i18n/newsletter-time.ts', 'pages for readers have it, and load no facts'],
  ['app/admin/settings/featured-articles.tsx', 'the home page has no featured article in one language'],
  ['server/platform/ai/test-connection.ts', 'a sentence in one language tries a model'],
])

const OTHERS = LANGUAGES.map(({ code }) => code).filter((code) => code !== 'en')
const CODE = `(?:${OTHERS.join('|')})`
/** A key of a table, an entry of a list, a comparison, a beginning. */
const TOLD = [
  new RegExp(`(?:^|[{,(])\\s*['"]?${CODE}['"]?\\s*:(?!:)`, 'm'),
  new RegExp(`['"]${CODE}['"]\\s*[,\\]]`),
  new RegExp(`[!=]==?\\s*['"]${CODE}['"]`),
  new RegExp(`\\b(?:startsWith|case|has|includes)\\b\\s*\\(?\\s*['"]${CODE}['"]`),
]

test('what is known of a language stands in its file, and nowhere else', async () => {
  const found: string[] = []
  for await (const file of glob('{core,server,app}/**/*.{ts,tsx}', { cwd: ROOT })) {
    if (/\.test\.tsx?$|\/testing\/|^core\/languages\/|^core\/i18n\/messages\//.test(file)) continue
    const text = readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    if (TOLD.some((pattern) => pattern.test(text))) found.push(file)
  }
  expect(found.toSorted()).toEqual([...ALLOWED.keys()].toSorted())
})

test.each([
  "const NAMES = { de: 'German' }",
  "  fr: ['un', 'deux'],",
  "for (const code of ['en', 'es'])",
  "if (language !== 'de') return",
  "const isGerman = language.startsWith('de')",
])('%s is found', (line) => {
  expect(TOLD.some((pattern) => pattern.test(line))).toBe(true)
})
