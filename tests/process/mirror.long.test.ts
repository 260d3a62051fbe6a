import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { chooseTopics } from '#server/features/articles/choose-topics.ts'
import { launchOptions } from '../support/chromium.ts'
import { type Crawl, crawlMirror } from '../support/crawl-mirror.ts'
import { createTestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { serveFolder } from '../support/nginx.ts'
import { createTemporaryFolder, memoryFolder } from '../support/temporary-folder.ts'
import { type MainProcess, runMain, succeed } from './run-main.ts'

const SECRET = 'A draft about the harbour'
/** The number of stories of the demo: drawing the pictures of all of them in six languages takes minutes. */
const STORIES = 4
const ISSUES = 3

const root = createTemporaryFolder('mirror', memoryFolder())
const folder = join(root, 'mirror')
const database = await createTestDatabase({ bare: true })
let env: Record<string, string>
let main: MainProcess
let site: string
let server: Awaited<ReturnType<typeof serveFolder>>
let browser: Browser

beforeAll(async () => {
  const port = await freePort()
  env = {
    DATABASE_URL: database.url,
    DATA_DIR: join(root, 'data'),
    SITE_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'warn',
  }
  const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'a long password' }
  const own = await freePort()
  main = runMain({ ...env, ...admin, PORT: String(own) })
  await main.address()
  site = `http://127.0.0.1:${own}`
  // The issues of the demo are made after the start, one after the other.
  await vi.waitFor(
    async () => {
      const issues = (await service()).from('newsletter_issues').select('*', { count: 'exact', head: true })
      expect((await issues.eq('status', 'sent').throwOnError()).count).toBe(ISSUES)
    },
    { timeout: 60_000, interval: 500 },
  )
  await keepNewest(STORIES)
  // Fewer articles have other words that distinguish them; a job would find those in the middle of a test.
  await chooseTopics(database.sql)
  const { error } = await (await service()).from('articles').insert({
    slug: 'a-draft-about-the-harbour',
    language: 'en',
    title: SECRET,
    excerpt: SECRET,
    content: SECRET,
    author: 'Ada',
    category: 'tech',
    published: false,
  })
  if (error) throw error
  await database.sql`
    insert into public.authors (slug, former_slugs) select author_slug, '{a-former-name}' from public.author_articles
    where language = 'en' limit 1`
  await succeed('export', ['--static', folder], env)
  server = await serveFolder(folder, port)
  browser = await chromium.launch(await launchOptions())
}, 600_000)

afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await main?.stop()
  await database.drop()
  await rm(root, { recursive: true, force: true })
})

async function service() {
  const { secretKey } = JSON.parse(await readFile(join(root, 'data/secrets.json'), 'utf8'))
  return createClient(site, secretKey, { auth: { persistSession: false } })
}

/** Deletes all stories but some and those that their texts link to. Issues of the newsletter name some that are gone then. */
async function keepNewest(count: number): Promise<void> {
  const client = await service()
  const articles = client.from('articles').select('id, slug, content, original_article_id')
  const { data } = await articles.order('publish_date', { ascending: false }).throwOnError()
  const originals = data.filter((article) => article.original_article_id === null).map(({ id }) => id)
  const kept = new Set(originals.slice(0, count))
  // The loop includes the items that are added in it.
  for (const story of kept) {
    const versions = data.filter(({ id, original_article_id }) => story === (original_article_id ?? id))
    for (const { id, slug, original_article_id } of data)
      if (versions.some(({ content }) => content.includes(`/article/${slug}`)))
        kept.add(original_article_id ?? id)
  }
  const gone = originals.filter((id) => !kept.has(id))
  await client.from('articles').delete().in('id', gone).throwOnError()
}

/** A page whose requests all go to the mirror and are all answered, and which has no complaint. */
async function openPage(width = 1280): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, baseURL: server.url })
  const problems: string[] = []
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(server.url))
      problems.push(request.url())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  return { page, problems }
}

test('nginx shows every page, feed, sitemap and picture, and nothing names what is not there', async () => {
  const crawl: Crawl = await crawlMirror(server.url, ['/', '/robots.txt'])
  expect(crawl.broken).toEqual([])
  expect([...crawl.loadedFromElsewhere]).toEqual([])
  const pages = [...crawl.pages.keys()]
  const written = (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('index.html'))
    .map((name) => `/${name.slice(0, -'index.html'.length)}`)
    // Nothing leads to where an author was before.
    .filter((path) => !path.endsWith('/author/a-former-name/'))
  expect(written.filter((path) => !crawl.pages.has(path))).toEqual([])
  const articles = pages.filter((path) => /^(?:\/\w\w)?\/article\/[^/]+\/$/.test(path))
  const { count } = await (await service())
    .from('articles')
    .select('*', { count: 'exact', head: true })
    .eq('published', true)
  expect(articles.length).toBe(count)
  for (const language of LANGUAGE_CODES) {
    const home = language === 'en' ? '/' : `/${language}/`
    expect(crawl.pages.get(home)).toContain(`<html lang="${language}"`)
    expect([...crawl.files]).toContain(`/feeds/${language}.xml`)
  }
  expect(pages.some((path) => /^\/newsletter\/issues\/[^/]+\/$/.test(path))).toBe(true)
  expect((await fetch(`${server.url}/de/404.html`)).status).toBe(200)
})

test('nginx sends what is no page with the type that the site gives it', async () => {
  const [slug] = await readdir(join(folder, 'article'))
  for (const [path, address] of [
    ['/feeds/de.xml', '/feeds/de.xml'],
    ['/feeds/de.json', '/feeds/de.json'],
    ['/manifest.webmanifest', '/manifest.webmanifest'],
    ['/fr/manifest.webmanifest', '/manifest.webmanifest?lang=fr'],
    [`/article/${slug?.replace(/(?:\.md)?$/, '.md')}`, `/article/${slug?.replace(/(?:\.md)?$/, '.md')}`],
  ] as const) {
    const [ofMirror, ofSite] = await Promise.all([fetch(server.url + path), fetch(site + address)])
    const type = ofSite.headers.get('content-type')
    expect([path, ofMirror.status, ofMirror.headers.get('content-type')]).toEqual([path, 200, type])
  }
})

test('the old address of an author leads to the present one', async () => {
  const { page, problems } = await openPage()
  const [author] = await database.sql<[{ slug: string }]>`select slug from public.authors`
  await page.goto('/author/a-former-name/')
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/author/${author.slug}/`)
  expect(problems).toEqual([])
  await page.close()
})

test('of what is not published, of the desk and of keys there is nothing', async () => {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(?:html|json|xml|md|txt|js)$/.test(name)) continue
    const text = await readFile(join(folder, name), 'utf8')
    expect(text.includes(SECRET) || name.includes('a-draft-about'), name).toBe(false)
    expect(/sb_(?:publishable|secret)_\w+/.exec(text)?.[0], name).toBeUndefined()
    const live = name.endsWith('.js') ? null : /href="\/admin|<form method="post"|[?&]lang=/.exec(text)
    expect(live?.[0], name).toBeUndefined()
  }
})

test('readers change the language and the theme, and use the menus', async () => {
  const { page, problems } = await openPage()
  await page.goto('/')
  const german = page.getByRole('link', { name: 'Deutsch' })
  await page.getByLabel('EN, language: English').click()
  await page.keyboard.press('Escape')
  await expect.poll(() => german.isVisible()).toBe(false)
  await page.getByLabel('EN, language: English').click()
  await german.click()
  await page.waitForURL('**/de/')
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  const isDark = () => page.locator('html').evaluate((html) => html.classList.contains('dark'))
  const before = await isDark()
  await page.locator('[data-scripted=theme]').click()
  expect(await isDark()).toBe(!before)
  await page.goto('/?lang=fr')
  await page.waitForURL('**/fr/')
  await page.close()
  expect(problems).toEqual([])
})

test('readers find articles in every language, with the words of their texts', async () => {
  const { page, problems } = await openPage(375)
  const client = await service()
  for (const language of LANGUAGE_CODES) {
    const { data } = await client
      .from('articles')
      .select('title, content')
      .eq('language', language)
      .eq('published', true)
      .limit(1)
    const [article] = data ?? []
    if (!article) throw new Error(`There is no article in ${language}`)
    const word = /\p{L}{9,}/u.exec(article.content.slice(200))?.[0] ?? ''
    await page.goto(`${language === 'en' ? '' : `/${language}`}/search/`)
    await page.getByRole('searchbox').fill(`${word} ${article.title.split(' ')[0]}`)
    await page.keyboard.press('Enter')
    const hit = page.getByRole('link', { name: article.title, exact: true })
    await hit.click()
    await page.waitForURL((url) => url.pathname.includes('/article/'))
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(article.title)
    await page.goBack()
    await expect.poll(() => hit.count()).toBe(1)
    await page.getByRole('searchbox').fill('<img src=x onerror=alert(1)> zzzzqqq')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.locator('main [role=status]').textContent())
      .toContain('<img src=x onerror=alert(1)> zzzzqqq')
  }
  await page.close()
  expect(problems).toEqual([])
})

test('a second mirror changes what has changed, and a zip is the same each time', async () => {
  expect(await succeed('export', ['--static', folder], env)).toMatch(/of which 0 changed, and 0 are gone/)
  const client = await service()
  const { data } = await client
    .from('articles')
    .select('id, slug')
    .eq('language', 'it')
    .eq('published', true)
    .limit(1)
  const [article] = data ?? []
  const page = join(folder, `it/article/${article?.slug}/index.html`)
  await readFile(page)
  await client.from('articles').update({ published: false }).eq('id', article?.id).throwOnError()
  const output = await succeed('export', ['--static', folder], env)
  const [, changed, gone] = /of which (\d+) changed, and (\d+) are gone/.exec(output) ?? []
  expect(Number(changed)).toBeGreaterThan(2)
  expect(Number(changed)).toBeLessThan(120)
  expect(Number(gone)).toBeGreaterThan(2)
  await expect(readFile(page)).rejects.toThrow('ENOENT')
  const { data: spanish } = await client
    .from('articles')
    .select('id, slug')
    .eq('language', 'es')
    .eq('published', true)
    .limit(1)
  await client.from('articles').update({ slug: 'otro-titulo' }).eq('id', spanish?.[0]?.id).throwOnError()
  const zip = join(root, 'mirror.zip')
  await succeed('export', ['--static', zip], env)
  await succeed('export', ['--static', folder], env)
  expect(await readFile(join(folder, `es/article/${spanish?.[0]?.slug}/index.html`), 'utf8')).toContain(
    'url=/es/article/otro-titulo/"',
  )
  const first = await readFile(zip)
  await succeed('export', ['--static', zip], env)
  expect((await readFile(zip)).equals(first)).toBe(true)
})
