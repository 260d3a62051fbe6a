import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupItems } from '#server/features/newsroom/groups/group-items.ts'
import { ADMIN, startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { mintToken } from '../../../../tests/support/mint-token.ts'
import { startPublisher } from '../../../../tests/support/publisher.ts'
import { createWatchedLog } from '../../../../tests/support/watched-log.ts'

const publisher = await startPublisher()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('items whose pages are opened are known as copies by their texts', async () => {
  const { sql } = app.database
  const text = Array.from(
    { length: 30 },
    (_, n) => `<p>Crane ${n} of pier ${n * 7} lifts ${n * 31} tons.</p>`,
  )
  const ids: string[] = []
  for (const [outlet, title] of [
    ['The Courier', 'Cranes for Port Vell'],
    ['The Ledger', 'Quiet day for dockers'],
  ]) {
    const path = `/${ids.length}`
    publisher.serve(
      path,
      `<html lang="en"><title>${title}</title><article>${text.join('')}</article></html>`,
      {
        headers: { 'content-type': 'text/html' },
      },
    )
    const [row] = await sql<[{ id: string }]>`
      insert into public.news_items (kind, url, canonical_url, title, outlet, language, published_at)
      values ('address', ${publisher.url + path}, ${publisher.url + path}, ${title}, ${outlet}, 'en', now()) returning id`
    ids.push(row.id)
  }
  await groupItems({ sql, log: createWatchedLog() }, ids)
  const places = () => sql`
    select count(distinct group_id)::int as groups, count(distinct origin_id)::int as origins from public.news_items`
  expect(await places()).toEqual([{ groups: 2, origins: 2 }])

  const authorization = `Bearer ${await mintToken(sql, ADMIN.email)}`
  for (const itemId of ids) {
    const response = await fetch(`${app.url}/functions/v1/open-news-item`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ itemId }),
    })
    expect(response.status).toBe(200)
  }
  expect(await places()).toEqual([{ groups: 1, origins: 1 }])
})
