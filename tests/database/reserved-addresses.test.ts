import { readdir } from 'node:fs/promises'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { RESERVED_ADDRESSES } from '#core/domain/reserved-addresses.ts'
import { isCategorySlug, SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'
import { createTestDatabase } from '../support/database.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

test('the first part of each of our paths is no address for a section', async () => {
  const folders = await readdir('public', { withFileTypes: true })
  const parts = [
    ...firstParts(routes),
    ...folders.filter((entry) => entry.isDirectory()).map(({ name }) => name),
    // Addresses beside pages (server/app.ts).
    ...[
      'activitypub',
      'assets',
      'auth',
      'calendar',
      'functions',
      'graphql',
      'healthz',
      'images',
      'mcp',
      'pg',
      'readyz',
      'realtime',
      'rest',
      'share',
      'storage',
      'websub',
    ],
  ]
  expect([...new Set(parts.filter(isCategorySlug))].toSorted()).toEqual([...RESERVED_ADDRESSES].toSorted())
})

test('the database reserves the same addresses', async () => {
  const [row] = await database.sql<{ source: string }[]>`
    select pg_get_functiondef('private.is_reserved_address(text)'::regprocedure) as source`
  const names = [...(row?.source ?? '').matchAll(/'([a-z-]+)'::text/g)].map(([, name]) => name)
  expect(names.toSorted()).toEqual([...RESERVED_ADDRESSES].toSorted())
})

test('the shipped sections are those of the database', async () => {
  const [row] = await database.sql<{ shipped: string[] }[]>`select private.shipped_categories() as shipped`
  expect(row?.shipped).toEqual(SHIPPED_SECTIONS)
})

function firstParts(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, children = [] }) =>
    path === undefined ? firstParts(children) : [path.split('/')[0] ?? ''],
  )
}
