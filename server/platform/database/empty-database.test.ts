import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '#server/platform/database/empty-database.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'

test('of a database with tables of others nothing is removed unless somebody says so, or it is not ours at all', async () => {
  const { sql, drop } = await createTestDatabase({ bare: true })
  onTestFinished(drop)
  const all = { all: true }
  await emptyDatabase(sql, { all: false })
  await sql.script('create table public.zebras (); create schema pgboss; create table pgboss.version ()')
  await expect(emptyDatabase(sql, all)).rejects.toThrow(
    /^The database has tables that are not of AI Watch \S+ \(pgboss\.version, public\.zebras\): use another database\.$/,
  )
  await sql.script('drop schema pgboss cascade')
  await prepareDatabase(sql)
  await sql.script('create schema pgboss; create table pgboss.job ()')
  await expect(emptyDatabase(sql, { all: false })).rejects.toThrow(
    /AI Watch \S+ \(public\.zebras\): use another database, or delete them too with npm run db:reset -- --all$/,
  )
  expect(await sql`select from public.zebras`).toEqual([])
  await emptyDatabase(sql, all)
  await prepareDatabase(sql)
  await emptyDatabase(sql, { all: false })
  expect(await sql`select to_regclass('public.articles') as articles`).toEqual([{ articles: null }])
})
