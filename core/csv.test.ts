import { expect, test } from 'vitest'
import { CsvReader, csvLine, unguarded } from '#core/csv.ts'

/** The records of a text that arrives in parts of every length. */
function read(text: string, options: { strict?: boolean; maxRecordLength?: number } = {}) {
  const results = Array.from({ length: Math.max(1, text.length) }, (_, index) => {
    const reader = new CsvReader({ delimiter: ',', ...options })
    const parts = text.match(new RegExp(`[^]{1,${index + 1}}`, 'g')) ?? []
    return [...parts.flatMap((part) => [...reader.read(part)]), ...reader.end()]
  })
  for (const result of results) expect(result).toEqual(results[0])
  return results[0]
}

test.each([
  ['nothing', '', []],
  ['an empty line', '\n', [['']]],
  [
    'cells',
    'a,b,\n,c',
    [
      ['a', 'b', ''],
      ['', 'c'],
    ],
  ],
  ['every line break', 'a\nb\rc\r\n\r\nd\n\re', [['a'], ['b'], ['c'], [''], ['d'], [''], ['e']]],
  ['quoted cells', '"a,b","c\r\nd",""', [['a,b', 'c\r\nd', '']]],
  ['quotation marks in a quoted cell', '"""a"" b",""""', [['"a" b', '"']]],
  ['a quotation mark in another cell', 'a "b",c"', [['a "b"', 'c"']]],
  ['spaces', ' a , "b"', [[' a ', ' "b"']]],
  ['spaces after a closing quotation mark', '"a"  ,"b" \n', [['a', 'b']]],
  ['more after a closing quotation mark', '"a"b,"a""b" c', [['"a"b', '"a"b" c']]],
])('reads %s', (_, text, cells) => {
  expect(read(text)?.map((record) => record.cells)).toEqual(cells)
})

test('names the line in which a record begins', () => {
  expect(read('"a\r\nb\rc",d\r\n\ne')?.map(({ line }) => line)).toEqual([1, 4, 5])
})

test.each([
  ['a quotation mark without an end', 'a\n"b\nc",\n"d\n', {}],
  [
    'more after a closing quotation mark, where it is asked to be strict',
    'a\n"b\nc"\n"d"e',
    { strict: true },
  ],
  ['a record that is too long', 'aaaaa\n"\n"\nb,"cc\nd', { maxRecordLength: 5 }],
])('refuses %s, and names its place', (_, text, options) => {
  expect(() => read(text, options)).toThrow(expect.objectContaining({ line: 4, record: 3 }))
})

test('what is written is read again, and no cell of it is a formula', () => {
  const cells = ['=1+1', "'@x", "''s", '＝x', ' a ', 'b "c"', 'd\r\ne', 'f,g', '\uFEFFh', '']
  const [record] = read(csvLine(cells)) ?? []
  expect(record?.cells.filter((cell) => /^[=+\-@＝]/.test(cell))).toEqual([])
  expect(record?.cells.map(unguarded)).toEqual(cells)
})
