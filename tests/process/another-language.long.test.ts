import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Article } from '#core/domain/article.ts'
import { DEFAULT_SECTIONS } from '#core/domain/category.ts'
import type { Language } from '#core/i18n/languages.ts'
import { sitePaths } from '#core/paths.ts'
import { NODE_FLAGS } from '#server/platform/process/child-process.ts'
import { ACCENTED, accent, addAccentedLanguage } from '../support/accented-language.ts'
import { launchOptions } from '../support/chromium.ts'
import { type Checkout, copyCheckout } from '../support/copy-checkout.ts'
import { findClippedTexts } from '../support/find-clipped-texts.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'
import { prepareMains } from './prepare-mains.ts'

const ADMIN = { email: 'admin@example.com', password: 'a long password' }
const LANG = `lang=${ACCENTED.code}`
const STORIES = 14
/** Words that only English messages have: a page with one of them was not translated. */
const ENGLISH = /\b(?:Newsletter|Subscribe|Read More|Latest News|All rights reserved|Privacy|Share)\b/

const mains = prepareMains()
let checkout: Checkout
let browser: Browser
let url: string
let main: ReturnType<typeof mains.start>
let story: Pick<Article, 'slug'>

beforeAll(async () => {
  checkout = await copyCheckout(['tests', 'vitest.config.ts'])
  await addAccentedLanguage(checkout)
  const copy = (from: string, to: string) => cp(join(checkout.path, from), join(checkout.path, to))
  await copy('tests/languages/nl.ts', 'core/languages/nl.ts')
  const registry = 'core/languages/facts-of.ts'
  await checkout.edit(registry, 'import de from', "import nl from '#core/languages/nl.ts'\nimport de from")
  await checkout.edit(registry, '= { de,', '= { nl, de,')
  await copy('tests/languages/asked-in-dutch.ts', 'core/languages/asked-in-dutch.test.ts')
  mains.begin()
  main = mains.start(
    {
      DEMO: '1',
      SUPABASE_PUBLISHABLE_KEY: TEST_SECRETS.publishableKey,
      SUPABASE_SECRET_KEY: TEST_SECRETS.secretKey,
      JWT_SECRET: TEST_SECRETS.jwtSecret,
    },
    { root: checkout.path },
  )
  url = await main.address()
  story = await translateStories()
  browser = await chromium.launch(await launchOptions())
}, 900_000)
afterAll(async () => {
  await browser?.close()
  await mains.end()
  await checkout?.remove()
})

const service = () =>
  createClient(url, TEST_SECRETS.secretKey, { auth: { persistSession: false, autoRefreshToken: false } })

/** Publishes the newest stories in the new language, with the person who writes them. Returns the first. */
async function translateStories(): Promise<Pick<Article, 'slug'>> {
  const { data: originals } = await service()
    .from('articles')
    .select('*')
    .eq('language', 'en')
    .eq('published', true)
    .order('publish_date', { ascending: false })
    .limit(STORIES)
    .throwOnError()
  const rows = originals.map(({ id, title, subtitle, excerpt, content, ...original }) => ({
    slug: `nl-${original.slug}`,
    language: ACCENTED.code,
    original_article_id: id,
    title: accent(title),
    subtitle: subtitle && accent(subtitle),
    excerpt: accent(excerpt),
    content: accent(content),
    category: original.category,
    author: original.author,
    reading_time: original.reading_time,
    hero_image: original.hero_image,
    publish_date: original.publish_date,
    published: true,
    featured: original.featured,
  }))
  await service().from('articles').insert(rows).throwOnError()
  return { slug: rows[0]?.slug ?? '' }
}

/** Tests the desk of the copy. */
async function administrator() {
  const client = createClient(url, TEST_SECRETS.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { error } = await client.auth.signInWithPassword(ADMIN)
  expect(error).toBeNull()
  return async (name: string, body: object) => {
    const { data, error } = await client.functions.invoke(name, { body })
    expect([name, error]).toEqual([name, null])
    return data
  }
}

async function look(page: Page, path: string): Promise<string[]> {
  const problems: string[] = []
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(url + path)
    await page.evaluate(() => document.fonts.ready)
    problems.push(...(await findClippedTexts(page)).map((text) => `${path} at ${width} px: ${text}`))
    await page.locator('header details > summary').filter({ visible: true }).last().click()
    problems.push(...(await findClippedTexts(page)).map((text) => `${path} at ${width} px, menu: ${text}`))
  }
  return problems
}

test('its catalogs, mails and feeds pass the tests of other languages, and what reads facts of languages does in it', {
  timeout: 600_000,
}, async () => {
  const files = [
    'core/i18n/messages.test.ts',
    'core/feeds',
    'core/languages',
    'server/platform/mail/templates/every-mail.test.ts',
  ]
  const vitest = join(checkout.path, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [...NODE_FLAGS, vitest, 'run', '--project=main', ...files], {
    cwd: checkout.path,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  expect(code, output.slice(-8_000)).toBe(0)
})

test('every page for readers shows it, with no word cut off and no message missing', {
  timeout: 600_000,
}, async () => {
  const page = await browser.newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const { data: author } = await service()
    .rpc('list_authors', { p_language: ACCENTED.code, p_limit: 1 })
    .throwOnError()
  const paths = [
    ...sitePaths(DEFAULT_SECTIONS),
    `/article/${story.slug}`,
    `/author/${author[0].slug}`,
    '/search?q=Thëë',
    '/search?q=nothing',
    '/nothing/here',
    '/article/nothing',
    '/subscribe',
    '/confirm-subscription',
    '/unsubscribe',
    '/newsletter/preferences',
    '/newsletter/erase',
  ].map((path) => `${path}${path.includes('?') ? '&' : '?'}${LANG}`)
  const problems: string[] = []
  for (const path of paths) {
    problems.push(...(await look(page, path)))
    expect([path, await page.locator('html').getAttribute('lang')]).toEqual([path, ACCENTED.code])
    const words = await page.locator('body').innerText()
    expect([path, ENGLISH.exec(words)?.[0]]).toEqual([path, undefined])
  }
  expect(problems).toEqual([])
  expect(said.filter((text) => /Missing message|hydrat/i.test(text))).toEqual([])
  expect(main.output()).not.toContain('Missing message')
  await page.close()
})

test('feeds, sitemap, llms.txt, share images and the search know it', async () => {
  const read = async (path: string) => {
    const response = await fetch(url + path)
    expect([path, response.status]).toEqual([path, 200])
    return response.text()
  }
  for (const path of ['.xml', '.json', '/news.xml', '/newsletter.xml'])
    expect(await read(`/feeds/${ACCENTED.code}${path}`)).toContain(ACCENTED.code)
  expect(await read(`/feeds/${ACCENTED.code}.json`)).toContain(story.slug)
  expect(await read('/sitemap.xml')).toContain(`/article/${story.slug}?${LANG}`)
  expect(await read('/llms.txt')).toContain(`${ACCENTED.name} (\`${ACCENTED.code}\`)`)
  expect(await read('/')).toContain(`hreflang="${ACCENTED.code}"`.replace('hreflang', 'hrefLang'))
  await read(`/share/${ACCENTED.code}/${story.slug}.png`)
  await read(`/article/${story.slug}.md?${LANG}`)
})

test('readers subscribe in it, and get its edition of the newsletter', { timeout: 300_000 }, async () => {
  await service()
    .rpc('subscribe_newsletter', { p_email: 'eva@example.org', p_language: ACCENTED.code })
    .throwOnError()
  const { data: subscriber } = await service()
    .from('newsletter_subscribers')
    .select('language')
    .eq('email', 'eva@example.org')
    .single()
    .throwOnError()
  expect(subscriber.language).toBe(ACCENTED.code)

  const call = await administrator()
  const { issueId } = await call('generate-newsletter', { daysBack: 30 })
  await call('translate-newsletter', { issueId, languages: [ACCENTED.code as Language] })
  const { html } = await call('preview-newsletter', { issueId, language: ACCENTED.code })
  expect(html).toContain(`lang="${ACCENTED.code}"`)
  expect(html.replace(/<[^>]*>/g, ' ')).not.toMatch(/\b(?:Unsubscribe|Read more|Sunday)\b/)
  const page = await browser.newPage()
  const problems: string[] = []
  for (const width of [375, 640]) {
    await page.setViewportSize({ width, height: 900 })
    await page.setContent(html)
    problems.push(...(await findClippedTexts(page)).map((text) => `at ${width} px: ${text}`))
  }
  expect(problems).toEqual([])
  expect(main.output()).not.toContain('Missing message')
  await page.close()
})
