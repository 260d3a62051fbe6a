import { describe, expect, test } from 'vitest'
import { memoryFile } from '#server/features/import/testing/read-all.ts'
import { parseJson, readJson } from '#server/platform/documents/json/read-json.ts'
import type { JsonRecord } from '#server/platform/documents/json/record-reader.ts'

async function read(
  text: string,
  isRecord: (path: readonly string[]) => boolean,
  partLength = 7,
  maxLength = 1_000,
) {
  const records: JsonRecord[] = []
  for await (const record of readJson(memoryFile('a', text, partLength).open(), { isRecord, maxLength }))
    records.push(record)
  return records
}

const SAMPLE = {
  a: [{ b: 'é "\\\n\u0000 👩🏽', c: [1.5e3, -2, true, null, [], {}] }, 'x', 7],
  d: { e: { f: 1 } },
  g: 'text',
}

test('the values of any JSON are those that JSON.parse finds', async () => {
  for (const partLength of [1, 3, 1_000]) {
    const [whole] = await read(JSON.stringify(SAMPLE), (path) => path.length === 0, partLength)
    expect(whole).toEqual({ path: [], value: parseJson(JSON.stringify(SAMPLE)), isTooLarge: false })
  }
})

test('records are found by their paths, and nothing else is kept', async () => {
  const text = JSON.stringify(SAMPLE)
  expect((await read(text, (path) => path.join() === 'a,*')).map(({ value }) => value)).toEqual(
    SAMPLE.a.map((item) => parseJson(JSON.stringify(item))),
  )
  expect(await read(text, (path) => path.join() === 'd,e,f')).toEqual([
    { path: ['d', 'e', 'f'], value: 1, isTooLarge: false },
  ])
  expect(await read(text, (path) => path.join() === 'g')).toEqual([
    { path: ['g'], value: 'text', isTooLarge: false },
  ])
})

test('keys are no properties', async () => {
  const [record] = await read('{"__proto__":{"constructor":1}}', (path) => path.length === 0)
  expect(record?.value).toEqual(new Map([['__proto__', new Map([['constructor', 1]])]]))
})

test('a record that is too large is named, and the next is read', async () => {
  const long = 'x'.repeat(2_000)
  const text = JSON.stringify([
    long,
    'a',
    { b: long },
    { c: [long.slice(0, 900), long.slice(0, 900)] },
    { d: 1 },
    Array(500).fill(0),
  ])
  const records = await read(text, (path) => path.length === 1)
  expect(records.map(({ isTooLarge }) => isTooLarge)).toEqual([true, false, true, true, false, true])
  expect(records[4]?.value).toEqual(new Map([['d', 1]]))
})

describe('what is no JSON', () => {
  test.each(['', '{', '[1,', '{"a":"b', '{"a" 1}', '[1]]', 'nul', '['.repeat(5_000), '"a'])(
    '%j is broken',
    async (text) => {
      await expect(read(text, () => false, 1_000)).rejects.toThrow('The JSON ends early')
    },
  )
})
