import { beforeAll, expect, test } from 'vitest'
import { restoring } from '#server/features/import/run/replaced-articles.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'

const OLD = '2026-01-01T00:00:00.000001Z'
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.sql`
    insert into public.articles (slug, title, excerpt, content, category, author, published)
    values ('port', 'Port', 'Ports.', 'Ports.', 'news', 'Jo', true)`
  return () => database.drop()
})

/** Tells whether an update with a moment keeps it; nothing of it stays. */
async function keepsMoment(role: string, update: (session: Session) => Promise<unknown>): Promise<boolean> {
  let kept = false
  await database.sql
    .transaction(async (session) => {
      await session`select set_config('role', ${role}, true)`
      await restoring(session, async () => {
        await update(session)
        await session`select set_config('role', 'none', true)`
        const rows = await session`select 1 from public.articles where updated_at = ${OLD}::timestamptz`
        kept = rows.length > 0
      })
      throw new Error('undone')
    })
    .catch((error: Error) => {
      if (error.message !== 'undone') throw error
    })
  return kept
}

const redate = (session: Session) =>
  session`update public.articles set title = 'Port again', updated_at = ${OLD}::timestamptz`

test('only the program keeps moments, no user and no key, whatever settings its transaction has', async () => {
  expect(await keepsMoment('none', redate)).toBe(true)
  expect(await keepsMoment('service_role', redate)).toBe(false)
  await database.sql`create policy everyone on public.articles using (true)`
  expect(await keepsMoment('authenticated', redate)).toBe(false)
})

test('moments are dated again when restoring has ended', async () => {
  await database.sql.transaction(async (session) => {
    await restoring(session, () => redate(session))
    await session`update public.articles set title = 'Port, once more'`
  })
  expect(await database.sql`select 1 from public.articles where updated_at = ${OLD}::timestamptz`).toEqual([])
})
