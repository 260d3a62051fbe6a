import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { subscribe } from '#core/data/subscribers.ts'
import { DEFAULT_SECTIONS } from '#core/domain/category.ts'
import { parseXml, type XmlElement } from '#core/feeds/testing/parse-xml.ts'
import { LANGUAGE_CODES, localizedPath } from '#core/i18n/languages.ts'
import { sitePaths } from '#core/paths.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { addArticle, anArticle, aTranslation } from './support/articles.ts'
import { untilJobsAreDone } from './support/jobs.ts'
import { NASTY_NAME } from './support/setting-cases.ts'
import { setSettings } from './support/settings.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  const english = await addArticle(
    app.service(),
    anArticle({ slug: 'harbours', publish_date: new Date().toISOString() }),
  )
  await addArticle(app.service(), aTranslation(english, 'de', { slug: 'haefen' }))
  // The pages that are cached by now have the former name.
  for (const path of [...sitePaths(DEFAULT_SECTIONS), '/robots.txt', '/llms.txt'])
    await (await fetch(app.url + path)).text()
  const admin = await app.administrator()
  await setSettings(admin, {
    site_name: NASTY_NAME,
    ai_crawlers: 'refused',
    contact_address: "o'neil*x*@example.org",
    editorial_responsibility: { kind: 'person', name: '<i>Ada</i> $&' },
  })
  await vi.waitUntil(async () => !(await text('/')).includes('AI Watch'))
})
afterAll(() => app.stop())

const text = async (path: string) => (await fetch(app.url + path)).text()

const ENTITIES = new Map([
  ['&quot;', '"'],
  ['&#x27;', "'"],
  ['&#39;', "'"],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
])
const readHtml = (html: string) =>
  html.replace(/&(?:quot|#x27|#39|lt|gt|amp);/g, (entity) => ENTITIES.get(entity) ?? '')
const titleOf = (html: string) => readHtml(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '')

describe.each(LANGUAGE_CODES)('a page in %s', (language) => {
  const paths = [
    ...sitePaths(DEFAULT_SECTIONS),
    '/article/harbours',
    '/search?q=harbour',
    '/nothing/here',
    '/confirm-subscription',
  ]
  test.each(paths)(
    '%s calls the publication by its name, and takes it for nothing but text',
    async (path) => {
      const html = await text(localizedPath(path, language))
      expect(html).not.toMatch(/AI[ -]Watch|\{\{site\}\}|\{\{tagline\}\}/)
      expect(html).not.toContain('<b id=x>')
      expect(readHtml(html)).toContain(NASTY_NAME)
      if (path !== '/newsletter') expect(titleOf(html)).toContain(NASTY_NAME)
      const described = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)]
      for (const [, json = ''] of described) JSON.parse(json)
      if (path === '/') expect(JSON.parse(described[0]?.[1] ?? '{}')).toMatchObject({ name: NASTY_NAME })
    },
  )
})

test.each(['/admin', '/admin/forgot-password', '/admin/dashboard', '/admin/account'])(
  'the desk at %s is that of the publication',
  async (path) => {
    const html = await text(path)
    expect(html).not.toContain('AI Watch')
    expect(titleOf(html)).toMatch(/ Admin$/)
    expect(titleOf(html)).toContain(`${NASTY_NAME} Admin`)
  },
)

test('the legal texts have the contact address and who is responsible', async () => {
  const html = await text('/contact')
  expect(readHtml(html)).toContain('href="mailto:o\'neil*x*@example.org"')
  expect(readHtml(html)).toContain(">o'neil*x*@example.org<")
  for (const path of ['/about', '/contact', '/disclaimer'])
    expect(await text(path)).toContain('Editorial responsibility: &lt;i&gt;Ada&lt;/i&gt; $&amp;')
  expect(await text('/privacy')).not.toContain('Editorial responsibility: ')
})

test.each([
  ...LANGUAGE_CODES.map((code) => `/feeds/${code}.xml`),
  '/feeds/de/tech.xml',
  '/functions/v1/rss-feed',
])('the feed %s is well-formed', async (path) => {
  const source = await text(path)
  expect(source).not.toContain('AI Watch')
  const [channel] = parseXml(source).children
  expect(channel?.children.find(({ name }) => name === 'title')?.text).toContain(NASTY_NAME)
})

test('the JSON feed, the news sitemap and llms.txt have the name', async () => {
  expect(JSON.parse(await text('/feeds/en.json'))).toMatchObject({
    title: `${NASTY_NAME}: latest news`,
  })
  const names: string[] = []
  const collect = (element: XmlElement) => {
    if (element.name === 'name') names.push(element.text)
    for (const child of element.children) collect(child)
  }
  collect(parseXml(await text('/news-sitemap.xml')))
  expect(new Set(names)).toEqual(new Set([NASTY_NAME]))
  for (const path of ['/llms.txt', '/article/harbours.md', '/article/haefen.md?lang=de']) {
    const markdown = await text(path)
    expect(markdown).not.toContain('AI Watch')
    expect(markdown.replace(/\\(.)/g, '$1')).toContain(NASTY_NAME)
    expect(markdown).not.toContain('<b id=x>')
  }
  expect(await text('/robots.txt')).toMatch(/^User-agent: GPTBot\n(.+\n)*Disallow: \/$/m)
})

test('mails come from the publication, and say so in every language', async () => {
  const { sql } = app.database
  for (const language of LANGUAGE_CODES) await subscribe(app.anonymous(), `${language}@example.org`, language)
  await app.anonymous().auth.resetPasswordForEmail('nora@example.org')
  await untilJobsAreDone(sql)
  const mails = await sql<{ sender: string; subject: string; body_text: string; body_html: string }[]>`
    select sender, subject, body_text, body_html from public.outbox_mails`
  expect(mails).toHaveLength(LANGUAGE_CODES.length + 1)
  for (const { sender, subject, body_text, body_html } of mails) {
    expect(`${sender} ${subject} ${body_text} ${body_html}`).not.toMatch(/AI[ -]Watch|\{\{site\}\}/)
    expect(sender).toBe(`${NASTY_NAME} <news@example.org>`)
    expect(subject).toContain(NASTY_NAME)
    expect(body_text).toContain(NASTY_NAME)
    expect(readHtml(body_html)).toContain(NASTY_NAME)
    expect(body_html).not.toContain('<b id=x>')
  }
})

test('a share image is drawn again for another name', async () => {
  const address = async () => /og:image" content="([^"]+)/.exec(await text('/article/harbours'))?.[1] ?? ''
  const etag = async (url = `${app.url}/share/en/harbours.png`) => (await fetch(url)).headers.get('etag')
  const [before, named] = [await etag(), await address()]
  expect(before).toBeTruthy()
  await setSettings(await app.administrator(), { site_name: 'Le Monde' })
  await expect.poll(() => etag()).not.toBe(before)
  await expect.poll(async () => titleOf(await text('/'))).toContain('Le Monde - ')
  // The address is another one, so that networks fetch it again; the one without a version stays.
  await expect.poll(address).not.toBe(named)
  expect(await address()).toContain('/share/en/harbours.png?v=')
  expect(await etag(await address())).toBe(await etag())
})
