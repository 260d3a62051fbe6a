import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSubscriber, toThisMachine } from '#server/features/websub/testing/open-hub-site.ts'
import { lookAtFeeds } from '#server/features/websub/watch-feeds.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../../tests/support/articles.ts'
import { hurryJobs, startTestJobs, untilJobsAreDone } from '../../../tests/support/jobs.ts'
import { addMember } from '../../../tests/support/members.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ adapt: toThisMachine })
})
afterAll(() => app.stop())

test('a subscriber of a feed of the site gets new articles and corrections, in its language', async () => {
  const { sql } = app.database
  const jobs = await startTestJobs(app.database, { siteUrl: app.url, works: false })
  const original = await addArticle(
    app.service(),
    anArticle({ title: 'First', slug: 'first', author: 'Ana Lima' }),
  )
  const { callback, posts } = await startSubscriber()
  const topic = `${app.url}/feeds/de.json`
  const response = await fetch(`${app.url}/websub`, {
    method: 'POST',
    body: new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.topic': topic, 'hub.callback': callback }),
  })
  expect([response.status, await response.text()]).toEqual([202, ''])
  await untilJobsAreDone(sql)

  /** Returns what has arrived after everything that is to be sent was sent. */
  const arrived = async () => {
    await lookAtFeeds(jobs.services, (request) => fetch(request), undefined, 0)
    await hurryJobs(sql)
    await untilJobsAreDone(sql)
    return posts()
      .splice(0)
      .map(({ body }) => JSON.parse(body.toString()))
  }
  expect(await arrived()).toEqual([])
  await addArticle(app.service(), aTranslation(original, 'de'))
  const [feed] = await expect.poll(arrived).toHaveLength(1).then(arrived)
  expect(feed).toMatchObject({ feed_url: topic, hubs: [{ type: 'WebSub', url: `${app.url}/websub` }] })
  expect(posts()[0]?.headers.link).toBe(`<${app.url}/websub>; rel="hub", <${topic}>; rel="self"`)

  await sql`insert into public.article_corrections (article_id, text) select id, 'Sie war es nicht.' from public.articles where language = 'de'`
  await expect.poll(async () => (await arrived()).length).toBe(2)
  await jobs.stop()
})

test.each([
  'en.xml',
  'fr.json',
  'pt/tech.xml',
  'it/news.json',
  'en/author/ana-lima.xml',
  'es/newsletter.xml',
  'es/podcast.xml',
  'it/newsletter-podcast.xml',
])('the feed %s names its hub and itself, in the document and in a header', async (name) => {
  const address = `${app.url}/feeds/${name}`
  const response = await fetch(address)
  const text = await response.text()
  expect(response.headers.get('link')).toBe(`<${app.url}/websub>; rel="hub", <${address}>; rel="self"`)
  if (name.endsWith('.xml')) {
    expect(text).toContain(`<atom:link rel="hub" href="${app.url}/websub"/>`)
    expect(text).toContain(`rel="self" type="application/rss+xml" href="${address}"`)
  } else {
    expect(JSON.parse(text)).toMatchObject({
      feed_url: address,
      hubs: [{ type: 'WebSub', url: `${app.url}/websub` }],
    })
  }
})

test('a correction dates the page of its article and its feed anew', async () => {
  const { sql } = app.database
  await addArticle(app.service(), anArticle({ title: 'Dated', slug: 'dated', category: 'hack' }))
  await sql`update public.articles set updated_at = '2026-01-01' where slug = 'dated'`
  const dates = async () => {
    const responses = await Promise.all(
      ['/article/dated', '/article/dated.md', '/feeds/en/hack.xml'].map(app.fresh),
    )
    return responses.map(({ headers }) => Date.parse(headers.get('last-modified') ?? ''))
  }
  const before = await dates()
  await sql`
    insert into public.article_corrections (article_id, text) select id, 'It was not.' from public.articles where slug = 'dated'`
  const [{ at }] = await sql<
    [{ at: Date }]
  >`select updated_at as at from public.articles where slug = 'dated'`
  const whole = Math.floor(at.getTime() / 1000) * 1000
  expect(await dates()).toEqual([whole, whole, whole])
  expect(before.every((time) => time <= whole)).toBe(true)
})

test.each(['/article/quick', '/feeds/en/opinion.json'])(
  'a correction within the second of the %s that a program has is not answered with 304',
  async (path) => {
    const { sql } = app.database
    await sql`delete from public.articles where slug = 'quick'`
    await addArticle(app.service(), anArticle({ title: 'Quick', slug: 'quick', category: 'opinion' }))
    /** Sets the change back, as if it had happened at this moment of one second. */
    const changeAt = async (milliseconds: number) => {
      await sql`alter table public.articles disable trigger touch_article`
      await sql`
      update public.articles set updated_at = '2026-11-28T10:00:00Z'::timestamptz + make_interval(secs => ${milliseconds}::float8 / 1000)
      where slug = 'quick'`
      await sql`alter table public.articles enable trigger touch_article`
    }
    const ask = (headers: Record<string, string> = {}) => fetch(app.url + path, { headers })
    await changeAt(1)
    const date = 'Sat, 28 Nov 2026 10:00:00 GMT'
    const lastModified = async () => (await ask()).headers.get('last-modified')
    await expect.poll(lastModified).toBe(date)
    const known = { 'if-none-match': (await ask()).headers.get('etag') ?? '', 'if-modified-since': date }
    expect((await ask(known)).status).toBe(304)

    await sql`
    insert into public.article_corrections (article_id, text) select id, 'It was not.' from public.articles where slug = 'quick'`
    await changeAt(999)
    await expect.poll(lastModified).toBe(date)
    expect((await ask(known)).status).toBe(200)
    expect((await ask({ 'if-modified-since': date })).status).toBe(200)
  },
)

test('a page of an article says where its author is in the fediverse, in two hundred bytes at most', async () => {
  const { sql } = app.database
  await addArticle(app.service(), anArticle({ title: 'Ours', slug: 'ours', author: 'Nora' }))
  const page = async () => (await fetch(`${app.url}/article/ours`)).text()
  const without = await page()
  expect(without).not.toContain('fediverse:creator')
  const account = `@${'n'.repeat(39)}@news.example.social`
  await sql`update public.profiles set byline = 'NORA', fediverse = ${account}`
  await expect.poll(page).toContain(`<meta name="fediverse:creator" content="${account}"/>`)
  expect((await page()).length - without.length).toBeLessThanOrEqual(200)
  await expect(sql`update public.profiles set fediverse = 'nora@example.social'`).rejects.toThrow(
    'profiles_fediverse',
  )
  await sql`update public.profiles set fediverse = null`
  await expect.poll(page).not.toContain('fediverse:creator')
})

test('a byline names the account of who publishes or owns the article, and of nobody else who has entered it', async () => {
  const { sql } = app.database
  const translator = await addMember(app, 'Theo', { role: 'translator', languages: ['de'] })
  await addArticle(app.service(), anArticle({ title: 'Hers', slug: 'hers', author: 'Mara Lindqvist' }))
  const [{ id }] = await sql<[{ id: string }]>`select id from public.articles where slug = 'hers'`
  const fediverse = '@theo@elsewhere.example'
  const change = { byline: 'mara lindqvist', fediverse }
  await translator.client.from('profiles').update(change).eq('user_id', translator.id).throwOnError()
  const creator = async () => (await app.anonymous().rpc('find_fediverse_creator', { p_article_id: id })).data
  expect(await creator()).toBeNull()
  await sql`
    insert into public.article_workflow (article_id, owner) values (${id}, ${translator.id})
    on conflict (article_id) do update set owner = excluded.owner`
  expect(await creator()).toBe(fediverse)
  await sql`update public.article_workflow set owner = null where article_id = ${id}`
  await sql`update public.user_roles set role = 'editor', languages = '{}' where user_id = ${translator.id}`
  expect(await creator()).toBe(fediverse)
})
