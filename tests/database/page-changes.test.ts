import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCorrection } from '#core/data/article-corrections.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { listen } from '#server/platform/database/listen.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'

let app: TestApp
let english: ArticleInput & { id: string }
let german: ArticleInput & { id: string }

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.database.sql`truncate public.articles cascade`
  english = await addArticle(app.service(), anArticle({ category: 'tech', title: 'Harbours' }))
  german = await addArticle(app.service(), aTranslation(english, 'de', { title: 'Die Häfen' }))
  await isListed('Die Häfen', '/tech?lang=de')
})

async function edit({ id }: { id: string }, change: Partial<ArticleInput>) {
  await app.service().from('articles').update(change).eq('id', id).throwOnError()
}

const page = async (path: string) => (await fetch(app.url + path)).text()
const isListed = (title: string, path: string) => expect.poll(() => page(path)).toContain(title)
const isNotListed = (title: string, path: string) => expect.poll(() => page(path)).not.toContain(title)

/** The tags that `work` announces. Two marker notifications enclose them, because earlier ones may still arrive. */
async function tagsOf(work: () => Promise<unknown>): Promise<string[]> {
  const tags: string[] = []
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const { address, sql } = app.database
  const listening = await listen(address, 'page_changes', {
    purpose: 'pages',
    onListening: () => {},
    onPayload(payload) {
      if (payload === 'begin') tags.length = 0
      else if (payload === 'end') resolve()
      else tags.push(...payload.split('\n'))
    },
  })
  await sql`select pg_notify('page_changes', 'begin')`
  await work()
  await sql`select pg_notify('page_changes', 'end')`
  await done
  await listening.stop()
  return [...new Set(tags)].sort()
}

test('a translation is announced for the list of its original’s category', async () => {
  await edit(english, { category: 'hack' })
  expect(await tagsOf(() => edit(german, { subtitle: 'Neu' }))).toEqual([
    `article:${english.id}`,
    'list:de',
    'list:de:hack',
    `slug:${german.slug}`,
  ])
})

test('a changed translation is announced for the category to which only its original has moved', async () => {
  await edit(english, { category: 'hack' })
  await isListed('Die Häfen', '/hack?lang=de')
  await isNotListed('Die Häfen', '/tech?lang=de')
  await edit(german, { title: 'Der Kai' })
  await isListed('Der Kai', '/hack?lang=de')
  await edit(german, { published: false })
  await isNotListed('Der Kai', '/hack?lang=de')
  await edit(german, { published: true })
  await isListed('Der Kai', '/hack?lang=de')
})

test('unpublishing and publishing an original announces the lists of its translations', async () => {
  await edit(english, { published: false })
  await isNotListed('Die Häfen', '/tech?lang=de')
  await edit(english, { published: true })
  await isListed('Die Häfen', '/tech?lang=de')
  await app.service().from('articles').delete().eq('id', english.id).throwOnError()
  await isNotListed('Die Häfen', '/tech?lang=de')
})

test('changing the date of an original announces the lists of its translations', async () => {
  const other = await addArticle(app.service(), anArticle({ slug: 'other', category: 'tech' }))
  await addArticle(app.service(), aTranslation(other, 'de', { title: 'Die Bäcker' }))
  for (const [publish_date, first] of [
    ['2020-01-01T09:00:00.000Z', 'Die Bäcker'],
    ['2026-11-25T09:00:00.000Z', 'Die Häfen'],
  ] as const) {
    await edit(english, { publish_date })
    await expect.poll(async () => /Die (?:Bäcker|Häfen)/.exec(await page('/tech?lang=de'))?.[0]).toBe(first)
  }
})

test('a correction is announced for its article and for the page of all corrections, and so is what that page shows', async () => {
  const admin = await app.administrator()
  const pages = [`article:${english.id}`, 'list:*', 'list:*:tech', `slug:${english.slug}`]
  expect(await tagsOf(() => addCorrection(admin, { articleId: english.id, text: 'It was Monday.' }))).toEqual(
    [...pages, 'corrections'].sort(),
  )
  expect(await tagsOf(() => edit(english, { subtitle: 'New' }))).toEqual(pages)
  expect(await tagsOf(() => edit(english, { title: 'New' }))).toContain('corrections')
  expect(await tagsOf(() => edit(english, { published: false }))).toContain('corrections')
  expect(await tagsOf(() => edit(german, { title: 'Neu' }))).not.toContain('corrections')
})
