import { Readable } from 'node:stream'
import { type Options, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { type CsvOptions, type CsvRecord, csvLine, csvRecords, isCsvError, unguarded } from '#core/csv.ts'

/** The records of a text, or the place of the error: at once, and in parts of every length. */
async function read(text: string, settings: Partial<CsvOptions> = {}) {
  const outcome = async (parseWith: (options: Options) => unknown) => {
    const { options, position } = csvRecords({ delimiter: ',', ...settings })
    try {
      return { records: (await parseWith(options)) as CsvRecord[] }
    } catch (error) {
      if (!isCsvError(error)) throw error
      return { error: position }
    }
  }
  const result = await outcome((options) => parseAtOnce(text, options))
  const bytes = Buffer.from(text)
  for (let length = 1; length <= bytes.length; length++) {
    const parts = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
      bytes.subarray(index * length, (index + 1) * length),
    )
    expect(await outcome((options) => Readable.from(parts).compose(parse(options)).toArray())).toEqual(result)
  }
  return result
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
])('reads %s', async (_, text, cells) => {
  const { records } = await read(text)
  expect(records?.map((record) => record.cells)).toEqual(cells)
})

test('names the line in which a record begins', async () => {
  const { records } = await read('"a\r\nb\rc",d\r\n\ne')
  expect(records?.map(({ line }) => line)).toEqual([1, 4, 5])
})

test.each([
  ['a quotation mark without an end', 'a\n"b\nc",\n"d\n', {}],
  [
    'more after a closing quotation mark, where it is asked to be strict',
    'a\n"b\nc"\n"d"e',
    { strict: true },
  ],
  ['a record that is too long', 'aaaaa\n"\n"\nb,"cc\nd', { maxRecordLength: 5 }],
])('refuses %s, and names its place', async (_, text, options) => {
  expect(await read(text, options)).toEqual({ error: { line: 4, record: 3 } })
})

test('what is written is read again, and no cell of it is a formula', async () => {
  const cells = ['=1+1', "'@x", "''s", '＝x', ' a ', 'b "c"', 'd\r\ne', 'f,g', '\uFEFFh', '']
  const { records: [record] = [] } = await read(csvLine(cells))
  expect(record?.cells.filter((cell) => /^[=+\-@＝]/.test(cell))).toEqual([])
  expect(record?.cells.map(unguarded)).toEqual(cells)
})
