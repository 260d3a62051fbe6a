import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_SECTIONS } from '#core/domain/category.ts'
import { LANGUAGE_CODES, LANGUAGES, localizedPath } from '#core/i18n/languages.ts'
import { sitePaths } from '#core/paths.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'
import { type Head, readHead } from '../../tests/support/read-head.ts'
import {
  breadcrumbList,
  newsArticle,
  newsMediaOrganization,
  webSite,
} from '../../tests/support/structured-data.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  const service = app.service()
  const everywhere = await addArticle(service, anArticle({ slug: 'everywhere', title: 'Everywhere' }))
  for (const language of LANGUAGE_CODES.slice(1) as ('es' | 'fr' | 'de' | 'it' | 'pt')[])
    await addArticle(service, aTranslation(everywhere, language))
  const some = await addArticle(service, anArticle({ slug: 'some', title: 'Some', category: 'opinion' }))
  for (const language of ['fr', 'de'] as const) await addArticle(service, aTranslation(some, language))
  await addArticle(service, anArticle({ slug: 'alone', title: 'Alone' }))
})
afterAll(() => app.stop())

async function headAt(
  path: string,
  { anyStatus = false, ...init }: RequestInit & { anyStatus?: boolean } = {},
) {
  const response = await fetch(new URL(path, app.url), init)
  if (!anyStatus) expect(response.status, path).toBe(200)
  const head = readHead(await response.text())
  expect(head.titles).toHaveLength(1)
  expect(head.canonicals).toHaveLength(1)
  return head
}

const contentOf = (head: Head, key: string) => head.shared.find(([name]) => name === key)?.[1]

function expectHidden(head: Head) {
  expect(head.robots).toEqual(['noindex'])
  expect(head.versions).toEqual([])
  expect(head.jsonLd).toEqual([])
}

/** Expects a PNG of the size that the head names, which is in the first chunk of the file. */
async function expectShareImage(url: string) {
  const response = await fetch(url)
  expect(response.headers.get('content-type')).toBe('image/png')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
}

test.each([
  { slug: 'everywhere', languages: LANGUAGE_CODES },
  { slug: 'some', languages: ['en', 'fr', 'de'] },
  { slug: 'alone', languages: ['en'] },
])('search engines find all versions of "$slug" in the head of each of them', async ({ slug, languages }) => {
  const original = await headAt(`/article/${slug}`)
  expect(original.versions.map(([language]) => language)).toEqual([...languages, 'x-default'])
  const english = `${app.url}/article/${slug}`
  expect(Object.fromEntries(original.versions)).toMatchObject({ en: english, 'x-default': english })
  for (const [language, url] of original.versions.slice(0, -1)) {
    const version = await headAt(url)
    expect(version.language).toBe(language)
    expect(version.canonicals).toEqual([url])
    expect(version.robots).toEqual([])
    expect(version.versions).toEqual(original.versions)
    const article = newsArticle.parse(version.jsonLd[0])
    expect(article).toMatchObject({ url, inLanguage: language, mainEntityOfPage: { '@id': url } })
    const others = original.versions.filter(([code]) => code !== 'en' && code !== 'x-default')
    if (language === 'en') {
      const named = (article.workTranslation ?? []).map((one) => [one.inLanguage, one.url])
      expect(named.toSorted()).toEqual(others.toSorted())
    } else expect(article.translationOfWork?.url).toBe(english)
  }
})

test.each(sitePaths(DEFAULT_SECTIONS))(
  'every language version of %s is in the head of each of them',
  async (path) => {
    const versions = [
      ...LANGUAGE_CODES.map((code) => [code, app.url + localizedPath(path, code)]),
      ['x-default', app.url + path],
    ]
    for (const code of LANGUAGE_CODES) {
      const address = localizedPath(path, code)
      expect(await headAt(address)).toMatchObject({
        language: code,
        versions,
        canonicals: [app.url + address],
        robots: [],
      })
    }
  },
)

test.each([
  ['/ABOUT/?utm_source=x', '/about'],
  ['/Tech?page=1&fbclid=x', '/tech'],
  ['/Business', '/business'],
  ['/tech?lang=xx', '/tech'],
  ['/Article/everywhere/?lang=xx', '/article/everywhere'],
])('the canonical address of %s is %s', async (requested, address) => {
  const head = await headAt(requested)
  expect(head.language).toBe('en')
  expect(head.canonicals).toEqual([app.url + address])
  expect(contentOf(head, 'og:url')).toBe(app.url + address)
})

test('an article without a version in the language is indexed only at its English address', async () => {
  const html = await (await app.fresh('/article/alone?lang=fr')).text()
  const head = readHead(html)
  expect(head).toMatchObject({ language: 'fr', robots: ['noindex'], versions: [] })
  expect(html).toMatch(/<div lang="en" class="prose /)
  expect(head.canonicals).toEqual([`${app.url}/article/alone`])
  expect(contentOf(head, 'og:locale')).toBe('en_US')
  expect(newsArticle.parse(head.jsonLd[0])).toMatchObject({
    url: `${app.url}/article/alone`,
    inLanguage: 'en',
  })
})

test.each(['/nothing/at/all', '/gossip', '/article/nothing-here', '/search?q=model', '/subscribe'])(
  '%s is not listed',
  async (path) => expectHidden(await headAt(path, { anyStatus: true })),
)

test('a confirmation is not listed, and its token is not in the head of the page', async () => {
  const head = await headAt('/confirm-subscription?token=a-secret&lang=de')
  expectHidden(head)
  expect(JSON.stringify(head)).not.toContain('a-secret')
})

test('machines learn the publisher, the search address and the breadcrumbs of a category', async () => {
  const home = await headAt('/')
  const site = webSite.parse(home.jsonLd[0])
  const publisher = newsMediaOrganization.parse(home.jsonLd[1])
  expect(site.publisher['@id']).toBe(publisher['@id'])
  expect(site.potentialAction.target.urlTemplate).toBe(`${app.url}/search?q={search_term_string}`)
  for (const url of [publisher.logo.url, publisher.publishingPrinciples, publisher.correctionsPolicy])
    expect((await fetch(url)).status, url).toBe(200)

  const list = breadcrumbList.parse((await headAt('/tech?lang=es')).jsonLd[0])
  expect(list.itemListElement.map(({ item }) => item)).toEqual([
    `${app.url}/?lang=es`,
    `${app.url}/tech?lang=es`,
  ])
})

describe('a shared link', () => {
  test('to an article shows its title, excerpt and picture, in its language', async () => {
    const url = `${app.url}/article/everywhere-de?lang=de`
    const head = await headAt(url)
    const image = contentOf(head, 'og:image') ?? ''
    expect(image.split('?')[0]).toBe(`${app.url}/share/de/everywhere-de.png`)
    const article = newsArticle.parse(head.jsonLd[0])
    expect(Object.fromEntries(head.shared)).toMatchObject({
      'og:type': 'article',
      'og:site_name': 'AI Watch',
      'og:title': article.headline,
      'og:description': article.description,
      'og:url': url,
      'og:locale': 'de_DE',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': article.headline,
      'article:published_time': article.datePublished,
      'article:modified_time': article.dateModified,
      'article:author': article.author.name,
      'article:section': 'Nachrichten',
      'twitter:card': 'summary_large_image',
      'twitter:title': article.headline,
      'twitter:description': article.description,
      'twitter:image': image,
    })
    const alternates = head.shared
      .filter(([key]) => key === 'og:locale:alternate')
      .map(([, locale]) => locale)
    expect(alternates).toEqual(
      LANGUAGES.filter(({ code }) => code !== 'de').map(({ locale }) => locale.replace('-', '_')),
    )
    expect(breadcrumbList.parse(head.jsonLd[1]).itemListElement.at(-1)?.item).toBe(url)
    await expectShareImage(image)
  })

  test.each(['/', '/hack', '/privacy', '/newsletter'])(
    'to %s shows the picture of the publication',
    async (path) => {
      const head = await headAt(path)
      expect(contentOf(head, 'og:type')).toBe('website')
      expect(contentOf(head, 'og:image')?.split('?')[0]).toBe(`${app.url}/share/default.png`)
      expect(contentOf(head, 'og:description')).toBe(head.descriptions[0])
      expect(contentOf(head, 'og:description')).toMatch(/\w{3}/)
    },
  )

  test('has the picture of the publication in the size that heads name', () =>
    expectShareImage(`${app.url}/share/default.png`))
})

test('feed readers and programs find the feeds and the Markdown version in the head of a page', async () => {
  const feeds = (name: string): Head['forms'] => [
    ['application/rss+xml', `${app.url}/feeds/${name}.xml`],
    ['application/feed+json', `${app.url}/feeds/${name}.json`],
  ]
  const markdown: Head['forms'] = [['text/markdown', `${app.url}/article/some-fr.md?lang=fr`]]
  expect((await headAt('/?lang=fr')).forms).toEqual(feeds('fr'))
  expect((await headAt('/opinion?lang=fr')).forms).toEqual([...feeds('fr/opinion'), ...feeds('fr')])
  expect((await headAt('/article/some-fr?lang=fr')).forms).toEqual([...feeds('fr'), ...markdown])
  for (const [type, url] of [...feeds('fr'), ...feeds('fr/opinion'), ...markdown]) {
    const response = await fetch(url)
    expect(response.status, url).toBe(200)
    expect(response.headers.get('content-type')?.split(';')[0]).toBe(type)
  }
})

test('a request with another host name gets addresses with our own origin', async () => {
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
  const html = await (await fetch(`${app.url}/article/everywhere?asked=by-another-name`, { headers })).text()
  expect(html).not.toContain('evil.example')
  expect(readHead(html).canonicals).toEqual([`${app.url}/article/everywhere`])
})

test('the newsletter page has a title and a description of its own, also where it is shared', async () => {
  const head = await headAt('/newsletter')
  const title = 'Sunday Weekly Digest - Your AI Intelligence Briefing'
  expect(head.titles).toEqual([title])
  const shared = Object.fromEntries(head.shared)
  expect(shared).toMatchObject({ 'og:title': title, 'twitter:title': title })
  for (const text of [head.descriptions[0], shared['og:description'], shared['twitter:description']])
    expect(text).toContain('free weekly newsletter')
})
