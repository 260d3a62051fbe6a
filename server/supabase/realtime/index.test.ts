import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import { startRealtimeApp, statusesOf } from '../../../tests/contract/realtime-app.ts'
import { startTestApp } from '../../../tests/support/app.ts'
import { recordStatements } from '../../../tests/support/record-statements.ts'

const { app, desk, writeArticle } = await startRealtimeApp()
const { sql } = app.database
const changes = { event: '*', schema: 'public', table: 'articles' } as const

async function follow(client: Awaited<ReturnType<typeof desk>>) {
  const heard: unknown[] = []
  const channel = client.channel(randomUUID()).on('postgres_changes', changes, (change) => heard.push(change))
  const statuses = statusesOf(channel)
  await expect.poll(() => statuses.at(-1)).toBe('SUBSCRIBED')
  return { heard, statuses }
}

describe('a change', () => {
  test('is read once for all channels of the same caller, and not at all when no channel wants it', async () => {
    const record = await recordStatements(app.database.address)
    const to = await startTestApp({ beside: { database: { ...app.database, address: record.address } } })
    onTestFinished(async () => {
      await to.stop()
      await record.stop()
    })
    const reads = () =>
      record.statements.filter(({ text }) => /json_agg[\s\S]*from "public"\."articles"/.test(text))
    const client = await desk({ to })
    const followed = [await follow(client), await follow(client), await follow(client)]
    await writeArticle()
    await expect.poll(() => followed.map(({ heard }) => heard.length)).toEqual([1, 1, 1])
    expect(reads()).toHaveLength(1)
    const other = await desk({ to })
    followed.push(await follow(other))
    await sql`insert into public.settings (key, value) values ('site_name', '"The Site"')`
    await writeArticle()
    await expect.poll(() => followed.map(({ heard }) => heard.length)).toEqual([2, 2, 2, 1])
    expect(reads()).toHaveLength(3)
    await client.realtime.disconnect()
    await other.realtime.disconnect()
  })

  test('of many rows in one transaction makes clients load everything again', async () => {
    const { heard, statuses } = await follow(await desk())
    const few = BOUNDS.waitingChanges / 2
    const insert = (count: number) => sql`
      insert into public.articles (slug, title, excerpt, content, category)
      select gen_random_uuid()::text, 'Title', 'Excerpt', 'Text', 'tech' from generate_series(1, ${count}::int)`
    await insert(few)
    await expect.poll(() => heard.length).toBe(few)
    expect(statuses).toEqual(['SUBSCRIBED'])
    await insert(BOUNDS.waitingChanges * 2)
    await expect.poll(() => statuses).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED'])
  })

  test('by truncation makes clients load everything again', async () => {
    const { statuses } = await follow(await desk())
    await sql`truncate public.articles cascade`
    await expect.poll(() => statuses).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED'])
  })
})

test('after the database was away clients join again, and hear on', async () => {
  const { heard, statuses } = await follow(await desk())
  await app.database.cut()
  await app.database.restore()
  await expect.poll(() => statuses).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED'])
  await writeArticle()
  await expect.poll(() => heard.length).toBe(1)
})

test('what is no announcement of ours is ignored', async () => {
  const { heard, statuses } = await follow(await desk())
  for (const payload of ['', '{', 'null', '{"kind":"other"}', '{"kind":"change","table":"articles"}', '[]']) {
    await sql`select pg_notify('realtime', ${payload})`
  }
  await sql`select pg_notify('realtime', ${JSON.stringify({ kind: 'change', table: 'articles', op: 'UPDATE', key: [randomUUID()], at: '' })})`
  await writeArticle()
  await expect.poll(() => heard.length).toBe(1)
  expect(statuses).toEqual(['SUBSCRIBED'])
})
