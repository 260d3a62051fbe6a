import { readFile } from 'node:fs/promises'
import { expect, expectTypeOf, test } from 'vitest'
import type { Mismatch } from '#core/data/database.ts'
import { writeTypes } from '#server/supabase/rest/catalog/write-types.ts'
import { sharedResource } from '../../tests/support/shared-resources.ts'

test('the types are what `npm run db:types` writes', async () => {
  const written = await readFile(new URL('database.types.ts', import.meta.url), 'utf8')
  expect(written).toBe(writeTypes((await sharedResource('postgres')).offered))
})

test('what we say of the database more narrowly has the names and the kinds of values that it has', () => {
  expectTypeOf<Mismatch>().toBeNever()
})

test('a type that the official client would get as something else is refused by name', async () => {
  const { columns, functions } = (await sharedResource('postgres')).offered
  const odd = columns.map((column) =>
    column.name === 'reading_time' ? { ...column, type: 'interval' } : column,
  )
  expect(() => writeTypes({ columns: odd, functions })).toThrow('articles.reading_time has the type interval')
})
