import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { parseHeader } from '#server/features/newsletter/import/parse-header.ts'
import { parseRow } from '#server/features/newsletter/import/parse-row.ts'
import { readRows } from '#server/features/newsletter/import/read-rows.ts'
import { ColumnsSurvey } from '#server/features/newsletter/import/survey-columns.ts'
import { chunksOf, openImporting } from '#server/features/newsletter/import/testing/open-importing.ts'
import { writeZip } from '#server/platform/documents/testing/write-zip.ts'

const importing = await openImporting()
const { run, stored } = importing
afterAll(() => importing.stop())
beforeEach(() => importing.reset())

describe('reads', () => {
  test.each([
    ['UTF-8 with a byte order mark', '\uFEFFemail\nada@example.org'],
    ['tabs', 'name\tE-MAIL\nAda\tada@example.org'],
    ['semicolons', 'name;e_mail\nAda;ada@example.org'],
    ['line breaks of an old Mac', 'email\rada@example.org\r'],
    ['line breaks that are mixed', 'email\r\n\nada@example.org\r'],
    ['a quoted cell with a line break', 'note,email\r\n"one\r\ntwo",ada@example.org\r\n'],
    ['a stray quotation mark', 'name,email\nBob "the man",ada@example.org'],
    ['German', 'E-Mail-Adresse,Sprache\nada@example.org,Deutsch'],
    ['Portuguese', 'Nome;Endereço de e-mail\nAda;ada@example.org'],
    ['the guard of an export', "email\n'=ada@example.org"],
    ['fewer cells than the header', 'email,language,name\nada@example.org'],
    ['a name of Object', '__proto__,email,constructor\nx,ada@example.org,y'],
  ])('%s', async (_, file) => {
    const report = await run(file)
    expect(report).toMatchObject({ lines: 1, added: 1, skipped: 0 })
  })
})

test('of a short row below a long header, no cells are read that it does not have', () => {
  const header = parseHeader(['email', ...Array<string>(999).fill('status')])
  if ('problem' in header) throw new Error(header.problem)
  const beyond: string[] = []
  const cells = new Proxy(['ada@example.org'], {
    get(row, key) {
      if (Number(key) >= row.length) beyond.push(String(key))
      return Reflect.get(row, key)
    },
  })
  const survey = new ColumnsSurvey(header)
  survey.add(cells)
  const ignore = () => {}
  const asked: string[][] = []
  const row = parseRow(cells, {
    line: 2,
    columns: survey.result(),
    expected: 1,
    sections: new Set(),
    words: header.words,
    ofAll: null,
    ask: (...question) => {
      asked.push(question)
      return 'subscribed'
    },
    report: ignore,
    left: ignore,
  })
  expect(row?.address).toBe('ada@example.org')
  expect(asked).toEqual([['status', '']])
  expect(beyond).toEqual([])
})

test('other work of the process goes on while a file without any address is read', async () => {
  const file = Buffer.from(`email\n${'nonsense\n'.repeat(200_000)}`)
  let turns = 0
  let isReading = true
  const countTurn = () => {
    turns += 1
    if (isReading) setImmediate(countTurn)
  }
  setImmediate(countTurn)
  const rows: number[] = []
  await readRows(chunksOf(file), ({ line }) => void rows.push(line))
  isReading = false
  expect(rows).toHaveLength(200_001)
  expect(turns).toBeGreaterThan(20)
})

test('lines are counted as an editor shows them', async () => {
  const report = await run('note,email\r\n"a\r\nb",ada@example.org\r\n\r\nx,nonsense\r\n')
  expect(report.problems).toEqual([{ line: 5, kind: 'invalid_address', value: 'nonsense' }])
})

test('what of a line is not understood is noted, and the address imported', async () => {
  const report = await run(
    'email,language,confirmed_at,subscribed_at\na@example.org,tlh,03/04/2025,2999-01-01\nb@example.org,,2025-02-30,,x\n',
  )
  expect(report).toMatchObject({ added: 2, skipped: 0 })
  expect(report.problems).toEqual([
    { line: 2, kind: 'language', value: 'tlh' },
    { line: 2, kind: 'date', value: '2999-01-01' },
    { line: 2, kind: 'date', value: '03/04/2025' },
    { line: 3, kind: 'cells', value: 'b@example.org' },
    { line: 3, kind: 'date', value: '2025-02-30' },
  ])
})

test('a line in Latin-1 is named, and the others are imported', async () => {
  const file = Buffer.concat([
    Buffer.from('email,name\nada@example.org,'),
    Buffer.from('Zo\u00E9\nm\u00FCller@example.org,x\n', 'latin1'),
  ])
  const report = await run(file)
  expect(report).toMatchObject({ added: 1, skipped: 1 })
  expect(report.problems).toMatchObject([{ line: 3, kind: 'not_utf8' }])
})

/** Fills a part of its first file with bytes that say nothing. */
const damaged = (zip: Buffer) => zip.fill(0xff, 60, 70)

describe('refuses a file as a whole', () => {
  test.each([
    ['nothing', '', 'This file is empty.'],
    ['spaces', ' \n \n', 'This file is empty.'],
    ['only a header', 'email\n', 'This file names its columns and nothing else.'],
    ['no header', 'ada@example.org\n', 'The first line has to name the columns.'],
    [
      'no column of addresses',
      'name,language\nAda,en',
      'No column is called “email”. The first line is: name, language.',
    ],
    ['two columns of addresses', 'email,mail\na@example.org,b@example.org', 'Two columns are called email.'],
    ['a spreadsheet', writeZip([{ path: '[Content_Types].xml', content: '' }]), 'This is a spreadsheet'],
    ['a damaged zip', Buffer.from('PK\u0003\u0004\n'), 'This zip is damaged or incomplete.'],
    ['a zip of something else', writeZip([{ path: 'a.html', content: '' }]), 'This zip has no CSV file.'],
    [
      'a zip of empty tables',
      writeZip([{ path: 'a.csv', content: '' }]),
      'The CSV files in this zip are empty.',
    ],
    [
      'a zip of several tables',
      writeZip(['a.csv', 'b.csv'].map((path) => ({ path, content: 'email\na@example.org' }))),
      'None of the CSV files in this zip is named like a table of subscribers.',
    ],
    [
      'a zip with a table without addresses',
      writeZip([
        { path: 'members.csv', content: 'email\na@example.org' },
        { path: 'subscribers.csv', content: 'name\nAda' },
      ]),
      'subscribers.csv: No column is called “email”.',
    ],
    [
      'a zip whose table is damaged',
      damaged(writeZip([{ path: 'subscribers.csv', content: `email\n${'a@example.org\n'.repeat(5_000)}` }])),
      'This zip is damaged or incomplete.',
    ],
    [
      'a zip of far too many lines',
      writeZip([
        { path: 'members_a.csv', content: `email\n${'x\n'.repeat(600_000)}` },
        { path: 'members_b.csv', content: `email\n${'x\n'.repeat(600_000)}` },
      ]),
      'The file has more than 1,000,000 lines.',
    ],
    [
      'a quotation mark without an end',
      `email,name\na@example.org,x\nb@example.org,"y\n`,
      'A quotation mark in line 3 has no end',
    ],
    [
      'a line without an end',
      `email,name\na@example.org,"${'x'.repeat(200_000)}`,
      'A quotation mark in line 2 has no end',
    ],
    ['a thousand columns and one', `${','.repeat(1000)}email\n`, 'Line 1 has more than 1,000 cells.'],
    [
      'a line of commas',
      `email\na@example.org\n${','.repeat(5_000_000)}`,
      'Line 3 has more than 1,000 cells.',
    ],
    [
      'a quoted line break before commas',
      `email\n${`"\n"${','.repeat(60_000)}`.repeat(20)}`,
      'Line 2 has more than 1,000 cells.',
    ],
    [
      'more than a million lines',
      `email\n${'\n'.repeat(1_000_010)}`,
      'The file has more than 1,000,000 lines.',
    ],
    [
      'more than 50 MB',
      `email,note\n${`a@example.org,${'x'.repeat(5000)}\n`.repeat(10_500)}`,
      'The file is larger than 50 MB.',
    ],
  ])('%s', async (_, file, sentence) => {
    await expect(run(file)).rejects.toThrow(sentence)
    expect(await stored()).toEqual([])
  })
})
