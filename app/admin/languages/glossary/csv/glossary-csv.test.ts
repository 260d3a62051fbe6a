import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import {
  MAX_FILE_BYTES,
  planImport,
  readGlossaryCsv,
  writeGlossaryCsv,
} from '#app/admin/languages/glossary/csv/glossary-csv.ts'
import type { GlossaryTermValues } from '#core/domain/glossary-term-input.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readGlossaryCsv(bytes(text))
const rowsOf = async (text: string) => {
  const found = await read(text)
  return 'rows' in found ? found.rows.map(({ values }) => Object.values(values)) : found
}
const keep = (term: string, language: GlossaryTermValues['language'] = 'de'): GlossaryTermValues => ({
  language,
  term,
  rule: 'keep',
  translation: null,
})
const as = (term: string, translation: string): GlossaryTermValues => ({
  language: 'de',
  term,
  rule: 'translate-as',
  translation,
})

test('what is exported is imported as the same terms', async () => {
  const terms = [
    keep('OpenAI'),
    keep('C++'),
    keep('.NET'),
    keep('=SUM(A1)'),
    keep('+1'),
    keep('-x'),
    keep('@home'),
    keep("'=cmd|calc"),
    keep("''@x"),
    keep("'s Hertogenbosch"),
    keep('＝x'),
    keep('a "quoted" term'),
    keep('one, two; three'),
    keep('👩‍🚀 crew'),
    keep('مرحبا'),
    as('language model', '=Sprachmodell'),
    { ...keep('Handy'), rule: 'never' as const },
    { ...keep('Google'), example: '=Google it, "please".' },
  ]
  const text = writeGlossaryCsv(terms)
  const found = await read(text)
  expect(found).toMatchObject({ refused: [] })
  const plan = planImport('rows' in found ? found.rows : [], [])
  expect(plan.refused).toEqual([])
  expect(plan.added.map(({ term }) => term)).toEqual(terms)
  expect(planImport('rows' in found ? found.rows : [], terms)).toEqual({
    added: [],
    changed: [],
    same: terms.length,
    refused: [],
  })
})

test('no cell of an export begins like a formula', () => {
  const text = writeGlossaryCsv([
    keep('=1+1'),
    keep('+1'),
    keep('-1'),
    keep('@a'),
    as('x1', '=HYPERLINK("http://a")'),
  ])
  expect(text.startsWith('\uFEFFlanguage,term,rule,translation,example\r\n')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  const cells = parse(text, { bom: true }).flat()
  expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
})

test.each([
  ['commas', 'language,term,rule,translation\nde,OpenAI,keep,\n'],
  ['semicolons of Excel', '\uFEFFlanguage;term;rule;translation\r\nde;OpenAI;keep;\r\n'],
  ['tabs', 'language\tterm\trule\ttranslation\nde\tOpenAI\tkeep\t'],
  ['columns in another order', 'Rule,Term,Translation,Language\nkeep,OpenAI,,de'],
  ['a file without the last column', 'language,term,rule\nde,OpenAI,keep'],
  ['empty rows', 'language,term,rule,translation\n\nde,OpenAI,keep,\n,,,\n\n'],
  ['spaces and capitals', 'language,term,rule,translation\nDE, OpenAI ,Keep,'],
])('reads %s', async (_, text) => {
  expect(await rowsOf(text)).toEqual([['de', 'OpenAI', 'keep', '', '']])
})

describe('refuses as a whole', () => {
  test.each([
    ['another encoding', new Uint8Array([0xff, 0xfe, 0x6c, 0x00]), 'not_utf8'],
    ['a large file', new Uint8Array(MAX_FILE_BYTES + 1), 'too_large'],
    ['nothing', bytes(''), 'no_header'],
    ['only a header', bytes('language,term,rule,translation\n'), 'empty'],
    ['no header', bytes('de,OpenAI,keep,\n'), 'no_header'],
    ['a column twice', bytes('language,term,term,rule\n'), 'no_header'],
    ['a column that is not known', bytes('language,term,rule,translation,note\n'), 'unknown_column'],
    ['a name of Object', bytes('language,term,rule,__proto__\n'), 'unknown_column'],
    ['more after a quote', bytes('language,term,rule,translation\nde,"Open"AI,keep,\n'), 'quotes'],
    [
      'a row of thousands of cells with a space after a quote',
      bytes(
        `language,term,rule,translation\n${Array.from({ length: 5000 }, (_, index) => `"${index}" `).join()}`,
      ),
      'quotes',
    ],
    ['quotes that do not end', bytes('language,term,rule,translation\nde,"OpenAI,keep,\n'), 'quotes'],
    [
      'too many rows',
      bytes(`language,term,rule,translation\n${'de,x,keep,\n'.repeat(10_001)}`),
      'too_many_rows',
    ],
  ])('%s', async (_, file, problem) => {
    expect(await readGlossaryCsv(file)).toMatchObject({ problem })
  })
})

test('each row that cannot be stored is refused with its number and the reason', async () => {
  const found = await read(
    [
      'language,term,rule,translation',
      'de,OpenAI,keep,',
      'en,x,keep,',
      'de,openai,keep,',
      'de,…,keep,',
      'de,data set,translate-as,',
      'de,GPU,keep,Grafikchip',
      'de,two,columns',
      'de,"a\nb",keep,',
      'fr,OpenAI,never,',
    ].join('\n'),
  )
  if (!('rows' in found)) throw new Error('It was not read')
  expect(found.refused).toEqual([{ row: 8, reason: 'columns' }])
  const plan = planImport(found.rows, [{ ...keep('OpenAI', 'fr') }])
  expect(plan.added.map(({ row }) => row)).toEqual([2])
  expect(plan.changed).toMatchObject([{ row: 10, before: { rule: 'keep' }, term: { rule: 'never' } }])
  expect(plan.refused.map(({ row, reason }) => [row, reason])).toEqual([
    [3, 'Choose one of the languages es, fr, de, it and pt.'],
    [4, 'Row 2 has the same term.'],
    [5, 'It needs at least one letter or digit.'],
    [6, 'Please write what it is translated as.'],
    [7, 'A translation belongs to the rule “translate as” only.'],
    [9, 'This text has a character that cannot be stored. Please type it without.'],
  ])
})

test('an example is changed by a file that has one, and stays with one that has none', async () => {
  const known = [{ ...keep('OpenAI'), example: 'OpenAI opens.' }]
  const planOf = async (text: string) => {
    const found = await read(text)
    return planImport('rows' in found ? found.rows : [], known)
  }
  expect(await planOf('language,term,rule\nde,OpenAI,keep')).toMatchObject({ same: 1, changed: [] })
  expect(await planOf('language,term,rule,example\nde,OpenAI,keep,')).toMatchObject({ same: 1, changed: [] })
  expect(await planOf('language,term,rule,example\nde,OpenAI,keep,It closes.')).toMatchObject({
    changed: [{ term: { example: 'It closes.' } }],
  })
  const long = `language,term,rule,example\nde,x,keep,${'a'.repeat(301)}`
  expect((await planOf(long)).refused).toMatchObject([{ reason: 'Use at most 300 characters.' }])
})

test('more terms than a language may have are refused', () => {
  const known = Array.from({ length: 1999 }, (_, index) => keep(`term ${index}`))
  const rows = ['a1', 'b1'].map((term, index) => ({
    row: index + 2,
    values: { language: 'de', term, rule: 'keep', translation: '', example: '' },
  }))
  const plan = planImport(rows, known)
  expect([plan.added.length, plan.refused.map(({ row }) => row)]).toEqual([1, [3]])
})
