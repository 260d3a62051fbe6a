import { readFile } from 'node:fs/promises'
import { expect, expectTypeOf, test } from 'vitest'
import type { Mismatch } from '#core/data/database.ts'
import { parseProperties } from '#server/supabase/rest/catalog/table-properties.ts'
import { writeTypes } from '#server/supabase/rest/catalog/write-types.ts'
import { sharedResource } from '../../tests/support/shared-resources.ts'

test('the types are what `npm run db:types` writes', async () => {
  const written = await readFile(new URL('database.types.ts', import.meta.url), 'utf8')
  const { offered, properties } = await sharedResource('postgres')
  expect(written).toBe(writeTypes(offered, properties))
})

test('what we say of the database more narrowly has the names and the kinds of values that it has', () => {
  expectTypeOf<Mismatch>().toBeNever()
})

test('a type that the official client would get as something else is refused by name', async () => {
  const { columns, functions } = (await sharedResource('postgres')).offered
  const odd = columns.map((column) =>
    column.name === 'reading_time' ? { ...column, type: 'interval' } : column,
  )
  expect(() => writeTypes({ columns: odd, functions }, [])).toThrow(
    'articles.reading_time has the type interval',
  )
})

test.each([
  ['Articles that we like', 'Unexpected token'],
  ['{"live": true,}', 'Expected double-quoted property name'],
  ['{"lively": true}', 'Unrecognized key: "lively"'],
  ['{"backup": "no"}', 'Invalid input: expected false'],
])('the comment %s is refused with the name of its table', (comment, problem) => {
  expect(() => parseProperties('public.ideas', comment)).toThrow(
    new RegExp(`The comment on table public.ideas does not have its properties as JSON: .*${problem}`, 's'),
  )
})
