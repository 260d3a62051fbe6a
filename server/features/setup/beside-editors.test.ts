import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseSiteFile } from '#core/domain/site-file.ts'
import { applySiteFile } from '#server/features/setup/apply-site-file.ts'
import { connect, type Sql } from '#server/platform/database/connection.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { insertArticle } from '../../../tests/support/issues.ts'
import { untilSomebodyWaits } from '../../../tests/support/lock-waits.ts'

const SHIPPED = ['business', 'tech', 'opinion', 'news'].map((slug) => ({ slug }))

let database: TestDatabase
let editor: Sql
beforeEach(async () => {
  database = await createTestDatabase()
  editor = connect(database.address, { max: 1 })
  // Of the demo, so that its removal locks it, and edited, so that it stays.
  const id = await insertArticle(database.sql, { category: 'hack' })
  await database.sql`insert into private.demo_rows (id, is_changed) values (${id}, true)`
})
afterEach(async () => {
  await editor.end()
  await database.drop()
})

const setUp = (file: object) =>
  applySiteFile(database.sql, parseSiteFile(JSON.stringify(file)).file, {
    withoutDemo: true,
    findWordProblems: () => [],
  })

test('a set-up waits for somebody who saves sections before it locks what that person needs', async () => {
  const { waiting } = await editor.transaction(async (session) => {
    // In a deadlock this side would be ended. It begins as save_categories does.
    await session`select set_config('deadlock_timeout', '10ms', true), pg_advisory_xact_lock(hashtextextended('sections', 0))`
    const waiting = setUp({ categories: SHIPPED, retired: { hack: 'business' } })
    await untilSomebodyWaits(database.sql)
    await session`
      select public.save_categories(${JSON.stringify(SHIPPED)}::jsonb, ${JSON.stringify({ hack: 'tech' })}::jsonb)`
    return { waiting }
  })
  // The section leads to another one by now, which is no deadlock but a sentence.
  await expect(waiting).rejects.toThrow('retired.hack: Leads to “tech” already')
  expect(await database.sql`select category from public.articles`).toEqual([{ category: 'tech' }])
})

test('a set-up that a deadlock has ended is run again', async () => {
  const { sql } = database
  await sql`insert into public.settings (key, value) values ('accent', '"#000000"'), ('landing_subscribers', '7')`
  const { waiting } = await editor.transaction(async (session) => {
    // The other side of the deadlock is the one that PostgreSQL ends.
    await session`select set_config('deadlock_timeout', '60s', true)`
    await session`update public.settings set value = '"#111111"' where key = 'accent'`
    const waiting = setUp({ accent: '#222222' })
    await untilSomebodyWaits(sql)
    await session`update public.settings set value = '8' where key = 'landing_subscribers'`
    return { waiting }
  })
  expect(await waiting).toMatchObject({ settings: ['accent'], demo: { kept: [{ work: ['edited'] }] } })
  expect(await sql`select value from public.settings order by key`).toEqual([
    { value: '#222222' },
    { value: 8 },
  ])
})
