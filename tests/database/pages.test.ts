import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import {
  bringBackPage,
  changePageSettings,
  deletePage,
  findPage,
  listDeletedPages,
  listPageRevisions,
  savePage,
} from '#core/data/pages.ts'
import type { Page } from '#core/domain/page.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { untilSomebodyWaits } from '../support/lock-waits.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.database.sql`delete from public.pages`
  await app.database.sql`truncate public.page_revisions, private.page_redirects`
})

const TEXTS = { title: 'Imprint', description: 'Who we are', content: 'A text.', published: true }
const add = (values: Partial<Page> = {}) => {
  const { slug = 'imprint', language = 'en', ...others } = values
  return savePage(admin, { slug, language, values: { ...TEXTS, ...others }, since: null })
}
const get = async (path: string) => {
  const response = await fetch(app.url + path, { redirect: 'manual' })
  return { status: response.status, to: response.headers.get('location'), html: await response.text() }
}
const statusOf = async (path: string) => (await get(path)).status
const shows = (path: string, text: string) =>
  expect.poll(async () => (await get(path)).html.includes(text), { message: `${path}: ${text}` }).toBe(true)
const answers = (path: string, status: number) => expect.poll(() => statusOf(path)).toBe(status)
const problemOf = (outcome: Awaited<ReturnType<typeof savePage | typeof changePageSettings>>) =>
  'problem' in outcome ? outcome.problem : outcome.status

describe('readers', () => {
  test('get an own page at its address, in lists of machines and in the footer where it has a place', async () => {
    await answers('/imprint', 404)
    await add({ position: 2 })
    await add({ slug: 'team', title: 'Team', position: 1 })
    await add({ slug: 'hidden', title: 'Not listed' })
    await shows('/imprint', '<h1 class="font-display text-headline font-medium">Imprint</h1>')
    await shows('/', 'href="/imprint">Imprint</a>')
    const { html } = await get('/')
    expect(html.indexOf('href="/team"')).toBeLessThan(html.indexOf('href="/imprint"'))
    expect(html).not.toContain('/hidden')
    await shows('/sitemap.xml', `<loc>${app.url}/imprint</loc>`)
    await shows('/sitemap.xml', `<loc>${app.url}/hidden</loc>`)
    await shows('/llms.txt', `[Team](${app.url}/team)`)
    expect((await get('/Imprint/')).status).toBe(200)
  })

  test('get English where a page has no text in their language, and hreflang names what there is', async () => {
    await add()
    await add({ language: 'fr', title: 'Mentions légales', content: 'Un texte.' })
    await shows('/imprint?lang=fr', 'Mentions légales')
    const { html } = await get('/imprint?lang=de')
    expect(html).toContain('Diese Seite gibt es nur auf Englisch.')
    expect(html).toMatch(/<article[^>]* lang="en"/)
    expect(html).toContain('content="noindex"')
    expect(html).toContain(`rel="canonical" href="${app.url}/imprint"`)
    const english = (await get('/imprint')).html
    expect([...english.matchAll(/hreflang="([\w-]+)" href/gi)].map(([, code]) => code)).toEqual([
      'en',
      'fr',
      'x-default',
    ])
    const sitemap = (await get('/sitemap.xml')).html
    expect(sitemap).toContain(`<loc>${app.url}/imprint?lang=fr</loc>`)
    expect(sitemap).not.toContain(`<loc>${app.url}/imprint?lang=de</loc>`)
  })

  test('never get a draft, neither as a page nor through the interface', async () => {
    await add({ published: false, content: 'A secret.' })
    await add({ slug: 'about', content: 'A secret.', published: false })
    const { data } = await app.anonymous().from('pages').select('*')
    expect(data).toEqual([])
    const { error } = await app.anonymous().from('page_revisions').select('*')
    expect(error?.code).toBe('42501')
    expect(await statusOf('/imprint')).toBe(404)
    expect((await get('/about')).html).not.toContain('A secret.')
    const written = await app.anonymous().from('pages').insert({ slug: 'spam', title: 'Spam', content: 'x' })
    expect(written.error?.code).toBe('42501')
  })

  test('get the edited text of a shipped page in its language only, and the shipped one again afterwards', async () => {
    await add({ slug: 'about', language: 'fr', title: 'Qui nous sommes', content: 'Par {site_name}.' })
    await shows('/about?lang=fr', 'Par AI Watch.')
    expect((await get('/about')).html).toContain('About AI Watch')
    await deletePage(admin, { slug: 'about', language: 'fr' })
    await expect.poll(async () => (await get('/about?lang=fr')).html).not.toContain('Par AI Watch.')
  })

  test('get nothing that an administrator’s text makes a browser run', async () => {
    const content = [
      '<script>alert(1)</script><img src=x onerror=alert(1)>',
      '[a](javascript:alert(1)) ![b](data:text/html,x) <svg onload=alert(1)>',
      '{responsible} {site_name} {unknown}',
    ].join('\n\n')
    await add({ title: '<b>{site_name}</b>', description: '"><script>x</script>', content })
    await shows('/imprint', '{unknown}')
    const { html } = await get('/imprint')
    const page = html.slice(html.indexOf('<article'), html.indexOf('</article>'))
    expect(page).not.toMatch(/<script|onerror|onload|javascript:|data:|<svg|<b>/)
    expect(page).toContain('&lt;b&gt;AI Watch&lt;/b&gt;')
    expect(html).not.toContain('<script>x</script>')
  })

  test('are led from every old address straight to the present one, and to nothing when the page is gone', async () => {
    await add()
    await add({ language: 'de', title: 'Impressum' })
    await answers('/imprint', 200)
    await changePageSettings(admin, { slug: 'imprint', values: { slug: 'legal', position: null } })
    await changePageSettings(admin, { slug: 'legal', values: { slug: 'legal-notice', position: null } })
    await expect
      .poll(() => get('/imprint?lang=de'))
      .toMatchObject({ status: 301, to: '/legal-notice?lang=de' })
    expect(await get('/legal')).toMatchObject({ status: 301, to: '/legal-notice' })
    expect(await statusOf('/legal-notice?lang=de')).toBe(200)
    expect(problemOf(await add({ slug: 'legal' }))).toBe('pages_address_of_page')
    await changePageSettings(admin, { slug: 'legal-notice', values: { slug: 'imprint', position: null } })
    await answers('/imprint', 200)
    expect(await get('/legal')).toMatchObject({ status: 301, to: '/imprint' })
    await deletePage(admin, { slug: 'imprint', language: null })
    await answers('/legal', 404)
    expect(await statusOf('/imprint')).toBe(404)
    expect(problemOf(await add({ slug: 'legal' }))).toBe('saved')
  })
})

describe('an address', () => {
  test.each([
    ['admin', 'pages_reserved_address'],
    ['rest', 'pages_reserved_address'],
    ['feeds', 'pages_reserved_address'],
    ['business', 'pages_address_of_category'],
    ['..', 'pages_slug_check'],
    ['a/b', 'pages_slug_check'],
    ['Imprint', 'pages_slug_check'],
    ['ímprint', 'pages_slug_check'],
    ['im--print', 'pages_slug_check'],
    ['', 'pages_slug_check'],
    ['x'.repeat(200), 'pages_slug_check'],
  ])('“%s” is refused', async (slug, problem) => {
    expect(problemOf(await add({ slug }))).toBe(problem)
  })

  test('of a shipped page stays, and no other page gets it', async () => {
    await add({ slug: 'about' })
    await add()
    const to = (slug: string) => ({ slug, position: null })
    expect(problemOf(await changePageSettings(admin, { slug: 'about', values: to('us') }))).toBe(
      'pages_shipped_address',
    )
    expect(problemOf(await changePageSettings(admin, { slug: 'imprint', values: to('privacy') }))).toBe(
      'pages_reserved_address',
    )
    await add({ slug: 'team', language: 'de' })
    expect(problemOf(await changePageSettings(admin, { slug: 'imprint', values: to('team') }))).toBe(
      'pages_slug_language_key',
    )
  })

  test('is the same in all languages', async () => {
    await add()
    await add({ language: 'de' })
    const { error } = await admin.from('pages').update({ slug: 'other' }).eq('language', 'de').select()
    expect(error?.code).toBe('23505')
  })

  test('is given once, also to a page and a section at the same moment', async () => {
    const { sql } = app.database
    const held = Promise.withResolvers<void>()
    const inserted = Promise.withResolvers<void>()
    const first = sql.transaction(async (transaction) => {
      await transaction`insert into public.pages (slug, title) values ('garden', 'Garden')`
      inserted.resolve()
      await held.promise
    })
    await inserted.promise
    const second = sql`insert into public.categories (slug, position) values ('garden', 6)`.then(
      () => 'stored',
      (error: Error) => error.message,
    )
    await untilSomebodyWaits(sql)
    held.resolve()
    await first
    expect(await second).toContain('A page has the address "garden"')
  })
})

describe('a save', () => {
  test('of an older version is a conflict, and a repeated one is none', async () => {
    const added = await add()
    const since = added.status === 'saved' ? added.page.updated_at : ''
    const save = (content: string, from: string | null = since) =>
      savePage(admin, { slug: 'imprint', language: 'en', values: { ...TEXTS, content }, since: from })
    expect((await save('Mine.')).status).toBe('saved')
    expect((await save('Mine.')).status).toBe('saved')
    expect(await save('Theirs.')).toMatchObject({ status: 'conflict', page: { content: 'Mine.' } })
    expect(await save('Theirs.', null)).toMatchObject({ status: 'conflict', page: { content: 'Mine.' } })
  })

  test('is bounded', async () => {
    expect(problemOf(await add({ content: 'x'.repeat(262_145) }))).toBe('pages_content_length')
    expect(problemOf(await add({ title: 'x'.repeat(151) }))).toBe('pages_title_check')
    expect(problemOf(await add({ title: 'a\nb' }))).toBe('pages_title_check')
    expect(problemOf(await add({ description: 'x'.repeat(301) }))).toBe('pages_description_check')
    expect(problemOf(await add({ content: ' \n' }))).toBe('pages_content_check')
    await app.database.sql`
      insert into public.pages (slug, title) select 'page-' || n, 'Page' from generate_series(1, 50) as n`
    expect(problemOf(await add())).toBe('pages_count_check')
    expect(problemOf(await add({ slug: 'page-1', language: 'de' }))).toBe('saved')
    expect(problemOf(await add({ slug: 'terms' }))).toBe('saved')
  })

  test('stays as a version with who made it, and what was deleted can be brought back', async () => {
    await add({ position: 3, published: false })
    const { updated_at: since } = (await findPage(admin, 'imprint', 'en')) as Page
    await savePage(admin, { slug: 'imprint', language: 'en', values: { ...TEXTS, content: 'B' }, since })
    await changePageSettings(admin, { slug: 'imprint', values: { slug: 'legal', position: 3 } })
    await deletePage(admin, { slug: 'legal', language: null })
    const versions = await listPageRevisions(admin, 'legal', 'en')
    expect(versions.map(({ event }) => event)).toEqual(['deleted', 'published', 'created'])
    expect(versions.every(({ made_by }) => made_by !== null)).toBe(true)
    const [deleted] = await listDeletedPages(admin)
    expect(await bringBackPage(admin, deleted?.id ?? 0)).toMatchObject({
      status: 'saved',
      page: { slug: 'legal', content: 'B', published: true, position: 3 },
    })
  })

  test('of what readers see is in the audit log', async () => {
    await app.database.sql`truncate public.audit_log`
    await add({ published: false })
    const { updated_at: since } = (await findPage(admin, 'imprint', 'en')) as Page
    await savePage(admin, { slug: 'imprint', language: 'en', values: TEXTS, since })
    await changePageSettings(admin, { slug: 'imprint', values: { slug: 'legal', position: 1 } })
    await add({ slug: 'about', language: 'fr', title: 'Nous' })
    await deletePage(admin, { slug: 'about', language: 'fr' })
    await deletePage(admin, { slug: 'legal', language: null })
    const entries = await app.database.sql<{ did: string; details: object; kind: string }[]>`
      select did, details, kind from public.audit_log order by id`
    expect(entries.map(({ did }) => did)).toEqual([
      'published the page “Imprint”',
      'changed the page “Imprint”',
      'published the page “Nous” (French)',
      'went back to the shipped text of the page “Nous” (French)',
      'deleted the page “Imprint”',
    ])
    expect(entries[1]).toMatchObject({
      kind: 'pages',
      details: {
        address: { before: 'imprint', now: 'legal' },
        'place in the footer': { before: 'none', now: '1' },
      },
    })
  })

  test('says which pictures of the library a page shows', async () => {
    await add({ content: '![A](/storage/v1/object/public/article-images/articles/1-a.png)' })
    const uses = () => app.database.sql`select kind, name from public.media_uses`
    expect([...(await uses())]).toEqual([{ kind: 'page', name: 'articles/1-a.png' }])
    await deletePage(admin, { slug: 'imprint', language: null })
    expect([...(await uses())]).toEqual([])
  })
})
