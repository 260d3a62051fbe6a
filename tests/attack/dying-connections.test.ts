import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertArticles } from '#core/data/articles.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { anArticle } from '../support/articles.ts'

const KILLS = 25

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** Terminates every other connection to this database, whatever it is doing. */
async function killAll(): Promise<number> {
  const killed = await app.database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  return killed.length
}

test('connections that are terminated during reads and writes fail only their own queries', async () => {
  const service = app.service()
  const reader = app.anonymous()
  const acknowledged: string[] = []
  let isOver = false
  let number = 0
  const unexpected: unknown[] = []

  const write = async () => {
    while (!isOver) {
      number += 1
      const slug = `written-${number}`
      const written = await insertArticles(service, [anArticle({ title: slug, slug })]).catch(() => [])
      acknowledged.push(...written.map((row) => row.slug))
    }
  }
  const read = async () => {
    while (!isOver) {
      const { error, status } = await reader.from('articles').select('slug').limit(3).retry(false)
      if (error && status !== 503) unexpected.push({ status, error })
    }
  }
  const work = [write(), write(), read(), read(), read()]
  let kills = 0
  while (kills < KILLS) {
    const before = acknowledged.length
    kills += Math.min(1, await killAll())
    // Each kill happens while queries are running.
    await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(before)
  }
  isOver = true
  await Promise.all(work)

  expect(unexpected).toEqual([])
  const rows = await app.database.sql<{ slug: string }[]>`select slug from public.articles`
  const stored = new Set(rows.map((row) => row.slug))
  expect(acknowledged.filter((slug) => !stored.has(slug))).toEqual([])
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
})

test('changes are noticed again after the listening connection was terminated', async () => {
  await expect.poll(async () => (await fetch(`${app.url}/news`)).status).toBe(200)
  await killAll()
  // Other connections of the pool were terminated too, and each may fail one write, or lose its response.
  let attempts = 0
  const write = () =>
    insertArticles(app.service(), [
      anArticle({
        title: 'After the end',
        slug: `after-the-end-${attempts++}`,
        // Newer than everything that the test before has written.
        publish_date: '2026-11-19T09:00:00.000Z',
      }),
    ]).then(
      () => true,
      () => false,
    )
  await expect.poll(write).toBe(true)
  await expect.poll(async () => (await fetch(`${app.url}/news`)).text()).toContain('After the end')
})
