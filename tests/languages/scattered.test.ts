import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#core/i18n/languages.ts'
import { isOrdinary } from '#core/languages/english/ordinary-words.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import { isFunctionWord } from '#core/languages/function-words.ts'
import { wordsIn } from '#core/languages/lists.ts'
import { ROOT } from '#server/platform/root.ts'

/** The files that may name languages by their codes, and why. English is the language of the originals, which code may name anywhere. */
const ALLOWED = new Map([
  ['core/i18n/languages.ts', 'the list itself'],
  ['core/i18n/dates.ts', 'every page for readers has dates, and loads no facts'],
  ['core/i18n/newsletter-time.ts', 'pages for readers have it, and load no facts'],
  [
    'app/admin/stories/featured/featured-articles.tsx',
    'the home page has no featured article in one language',
  ],
  ['server/platform/ai/check-model.ts', 'a sentence in one language tries a model'],
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

/** Function words that give one of the other languages away; shorter ones are also domains, units and names of variables. */
const TELLING = new Map(
  OTHERS.flatMap((language) =>
    wordsIn(factsOf(language)?.functionWords)
      .filter((word) => word.length > 2 && !isOrdinary(word))
      .map((word) => [word, OTHERS.filter((other) => isFunctionWord(word, other))] as const),
  ).filter(([, languages]) => languages.length === 1),
)
const WORD = /(?<![\p{L}.$\d\\])\p{Ll}{3,}(?![\p{L}(\d])/gu
/** Words of three languages are a list of words. */
const hasWordsOfSeveral = (text: string) =>
  new Set([...text.matchAll(WORD)].flatMap(([word]) => TELLING.get(word) ?? [])).size > 2

/** The files in which `is` finds something, apart from comments. */
async function filesWhere(is: (text: string) => boolean): Promise<string[]> {
  const found: string[] = []
  for await (const file of glob('{core,server,app}/**/*.{ts,tsx}', { cwd: ROOT })) {
    if (/\.test\.tsx?$|\/testing\/|^core\/languages\/|^core\/i18n\/messages\//.test(file)) continue
    const text = readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    if (is(text)) found.push(file)
  }
  return found.toSorted()
}

test('what is known of a language stands in its file, and nowhere else', async () => {
  const told = await filesWhere((text) => TOLD.some((pattern) => pattern.test(text)))
  expect(told).toEqual([...ALLOWED.keys()].toSorted())
})

test('no other file has words of several languages', async () => {
  expect(await filesWhere(hasWordsOfSeveral)).toEqual([])
})

test.each([
  ['/^(?:not|nicht|pas|não)$/iu', true],
  ["'the der une questo'", true],
  ['/^(?:not|nicht|pas)$/iu', false],
  ["const von = 'die'", false],
])('%s has words of several: %s', (text, has) => {
  expect(hasWordsOfSeveral(text)).toBe(has)
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
