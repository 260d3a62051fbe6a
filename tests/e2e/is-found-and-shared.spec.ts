import { DEFAULT_SECTIONS } from '#core/domain/category.ts'
import { LANGUAGE_CODES, LANGUAGES, localizedPath } from '#core/i18n/languages.ts'
import { sitePaths } from '#core/paths.ts'
import { breadcrumbList, newsArticle, newsMediaOrganization, webSite } from '../support/structured-data.ts'
import { type Head, readHead } from './support/read-head.ts'
import { expect, type Page, test } from './support/test.ts'

const EVERYWHERE = 'open-weights-consortium-releases-polyglot-model'
const EVERYWHERE_IN_GERMAN = 'konsortium-gibt-polyglottes-sprachmodell-frei'
const IN_FRENCH_AND_GERMAN = 'coastal-city-votes-to-audit-its-algorithms'
const ONLY_ENGLISH = 'newsrooms-agree-on-labels-for-synthetic-images'

test.describe('search engines', () => {
  for (const { slug, languages } of [
    { slug: EVERYWHERE, languages: LANGUAGE_CODES },
    { slug: IN_FRENCH_AND_GERMAN, languages: ['en', 'fr', 'de'] },
    { slug: ONLY_ENGLISH, languages: ['en'] },
  ]) {
    test(`find all ${languages.length} versions of "${slug}" in the head of each of them`, async ({
      page,
      baseURL,
    }) => {
      const original = await fetchHead(page, `/article/${slug}`)
      expect(original.versions.map(([language]) => language)).toEqual([...languages, 'x-default'])
      const english = `${baseURL}/article/${slug}`
      expect(Object.fromEntries(original.versions)).toMatchObject({ en: english, 'x-default': english })

      for (const [language, url] of original.versions.slice(0, -1)) {
        const version = await fetchHead(page, url)
        expect(version.language).toBe(language)
        expect(version.canonicals).toEqual([url])
        expect(version.robots).toEqual([])
        expect(version.versions).toEqual(original.versions)
        const article = newsArticle.parse(version.jsonLd[0])
        expect(article).toMatchObject({ url, inLanguage: language, mainEntityOfPage: { '@id': url } })
        const others = original.versions.filter(([code]) => code !== 'en' && code !== 'x-default')
        if (language === 'en') {
          expect((article.workTranslation ?? []).map((one) => [one.inLanguage, one.url])).toEqual(
            expect.arrayContaining(others),
          )
          expect(article.workTranslation ?? []).toHaveLength(others.length)
        } else expect(article.translationOfWork?.url).toBe(english)
      }
    })
  }

  for (const path of sitePaths(DEFAULT_SECTIONS)) {
    test(`find every language version of ${path} in the head of each of them`, async ({ page, baseURL }) => {
      const expected = [
        ...LANGUAGE_CODES.map((code) => [code, baseURL + localizedPath(path, code)]),
        ['x-default', baseURL + path],
      ]
      for (const code of LANGUAGE_CODES) {
        const head = await fetchHead(page, localizedPath(path, code))
        expect(head.language).toBe(code)
        expect(head.versions).toEqual(expected)
        expect(head.canonicals).toEqual([baseURL + localizedPath(path, code)])
        expect(head.robots).toEqual([])
      }
    })
  }

  test('find the same canonical address, however the page was requested', async ({ page, baseURL }) => {
    for (const [requested, address] of [
      ['/ABOUT/?utm_source=x', '/about'],
      ['/Tech?page=1&fbclid=x', '/tech'],
      [`/Article/${EVERYWHERE}/?lang=xx`, `/article/${EVERYWHERE}`],
    ] as const) {
      const head = await fetchHead(page, requested)
      expect(head.canonicals).toEqual([baseURL + address])
      expect(contentOf(head, 'og:url')).toBe(baseURL + address)
    }
  })

  test('index an article without a version in the language only at its English address', async ({
    page,
    baseURL,
  }) => {
    const head = await fetchHead(page, `/article/${ONLY_ENGLISH}?lang=fr`)
    expect(head.canonicals).toEqual([`${baseURL}/article/${ONLY_ENGLISH}`])
    expect(head.robots).toEqual(['noindex'])
    expect(head.versions).toEqual([])
    expect(contentOf(head, 'og:locale')).toBe('en_US')
    expect(newsArticle.parse(head.jsonLd[0])).toMatchObject({
      url: `${baseURL}/article/${ONLY_ENGLISH}`,
      inLanguage: 'en',
    })
  })

  for (const path of [
    '/nothing/at/all',
    '/gossip',
    '/article/nothing-here',
    '/search?q=model',
    '/subscribe',
  ]) {
    test(`do not list ${path}`, async ({ page }) =>
      expectHidden(await fetchHead(page, path, { anyStatus: true })))
  }

  test('do not list a confirmation, and its token is not in the head of the page', async ({ page }) => {
    const head = await fetchHead(page, '/confirm-subscription?token=a-secret&lang=de')
    expectHidden(head)
    expect(JSON.stringify(head)).not.toContain('a-secret')
  })

  test('learn the publisher, the search address and the breadcrumbs of a category', async ({
    page,
    baseURL,
  }) => {
    const home = await fetchHead(page, '/')
    const site = webSite.parse(home.jsonLd[0])
    const publisher = newsMediaOrganization.parse(home.jsonLd[1])
    expect(site.publisher['@id']).toBe(publisher['@id'])
    expect(site.potentialAction.target.urlTemplate).toBe(`${baseURL}/search?q={search_term_string}`)
    for (const url of [publisher.logo.url, publisher.publishingPrinciples, publisher.correctionsPolicy])
      expect((await page.request.get(url)).status()).toBe(200)

    const list = breadcrumbList.parse((await fetchHead(page, '/tech?lang=es')).jsonLd[0])
    expect(list.itemListElement.map(({ item }) => item)).toEqual([
      `${baseURL}/?lang=es`,
      `${baseURL}/tech?lang=es`,
    ])
  })
})

test('a shared article shows its title, excerpt and picture, in its language', async ({ page, baseURL }) => {
  const url = `${baseURL}/article/${EVERYWHERE_IN_GERMAN}?lang=de`
  const head = await fetchHead(page, url)
  const article = newsArticle.parse(head.jsonLd[0])
  const image = `${baseURL}/share/de/${EVERYWHERE_IN_GERMAN}.png`
  const shared = Object.fromEntries(head.shared)
  expect(shared).toMatchObject({
    'og:type': 'article',
    'og:site_name': 'AI Watch',
    'og:title': article.headline,
    'og:description': article.description,
    'og:url': url,
    'og:locale': 'de_DE',
    'og:image': image,
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
  expect(head.shared.filter(([key]) => key === 'og:locale:alternate').map(([, locale]) => locale)).toEqual(
    LANGUAGES.filter(({ code }) => code !== 'de').map(({ locale }) => locale.replace('-', '_')),
  )
  expect(breadcrumbList.parse(head.jsonLd[1]).itemListElement.at(-1)?.item).toBe(url)
  await expectShareImage(page, image)
})

test('any other page is shared with the picture of the publication', async ({ page, baseURL }) => {
  for (const path of ['/', '/hack', '/privacy', '/newsletter']) {
    const head = await fetchHead(page, path)
    expect(contentOf(head, 'og:type')).toBe('website')
    expect(contentOf(head, 'og:image')).toBe(`${baseURL}/share/default.png`)
    expect(contentOf(head, 'og:description')).toBe(head.descriptions[0])
    expect(contentOf(head, 'og:description')).toMatch(/\w{3}/)
  }
  await expectShareImage(page, `${baseURL}/share/default.png`)
})

test('feed readers and programs find the feeds and the Markdown version in the head of a page', async ({
  page,
  baseURL,
}) => {
  const language: Head['forms'] = [
    ['application/rss+xml', `${baseURL}/feeds/fr.xml`],
    ['application/feed+json', `${baseURL}/feeds/fr.json`],
  ]
  const category: Head['forms'] = [
    ['application/rss+xml', `${baseURL}/feeds/fr/opinion.xml`],
    ['application/feed+json', `${baseURL}/feeds/fr/opinion.json`],
  ]
  const slug = 'eloge-ia-ennuyeuse'
  const markdown: Head['forms'] = [['text/markdown', `${baseURL}/article/${slug}.md?lang=fr`]]
  expect((await fetchHead(page, '/?lang=fr')).forms).toEqual(language)
  expect((await fetchHead(page, '/opinion?lang=fr')).forms).toEqual([...category, ...language])
  expect((await fetchHead(page, `/article/${slug}?lang=fr`)).forms).toEqual([...language, ...markdown])
  for (const [type, url] of [...language, ...category, ...markdown]) {
    const response = await page.request.get(url)
    expect(response.status()).toBe(200)
    expect(response.headers()['content-type']).toMatch(new RegExp(`^${type.replaceAll('+', '\\+')}(;|$)`))
  }
})

test('a request with another host name gets addresses with our own origin', async ({ page, baseURL }) => {
  const response = await page.request.get(`/article/${EVERYWHERE}?asked=by-another-name`, {
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  })
  const html = await response.text()
  expect(html.includes('evil.example')).toBe(false)
  expect((await readHead(page, html)).canonicals).toEqual([`${baseURL}/article/${EVERYWHERE}`])
})

test('after a client-side navigation the head is the same as after a page load', async ({ page }) => {
  await page.goto('/')
  await expectHeadOfAddress(page)

  await page
    .getByRole('navigation', { name: 'Categories' })
    .first()
    .getByRole('link', { name: 'Hack' })
    .click()
  await expect(page).toHaveURL('/hack')
  await expectHeadOfAddress(page)

  await page
    .getByRole('main')
    .getByRole('link', { name: 'Run a private assistant on an old laptop' })
    .first()
    .click()
  await expect(page).toHaveURL(/\/article\/run-a-private-assistant/)
  await expectHeadOfAddress(page)

  await page.getByLabel('Language: English').first().click()
  await page.getByRole('link', { name: 'Português' }).first().click()
  await expect(page).toHaveURL(/lang=pt$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt')
  await expectHeadOfAddress(page)

  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'Política de Privacidade', exact: true }).click()
  await expect(page).toHaveURL('/privacy?lang=pt')
  await expectHeadOfAddress(page)
})

test.describe('the bars of the browser', () => {
  for (const system of ['light', 'dark'] as const) {
    test(`have the colour of the page, also where a reader of a ${system} system changes the theme`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme: system, reducedMotion: 'reduce' })
      await page.goto('/')
      const bars = await expectBarsLikePage(page)
      await page.getByRole('button', { name: /^Switch to (dark|light)/ }).click()
      await expect.poll(() => colourOfBars(page)).not.toEqual(bars)
      const changed = await expectBarsLikePage(page)
      // The theme that was chosen stays on the next page, and in another language.
      await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click()
      await expect(page).toHaveURL('/contact')
      await page.getByLabel('Language: English').first().click()
      await page.getByRole('link', { name: 'Deutsch' }).first().click()
      await expect(page.locator('html')).toHaveAttribute('lang', 'de')
      expect(await expectBarsLikePage(page)).toEqual(changed)
      await expect(page.locator('link[rel=manifest]')).toHaveAttribute(
        'href',
        '/manifest.webmanifest?lang=de',
      )
      await expect(page.locator('link[rel=icon]')).toHaveCount(2)
    })
  }
})

/** The colour of the only element that can name one. */
async function colourOfBars(page: Page): Promise<string | null> {
  await expect(page.locator('meta[name=theme-color]')).toHaveCount(1)
  return page.locator('meta[name=theme-color]').getAttribute('content')
}

/** Expects the bars of the browser to have the colour of the page, and returns it. */
async function expectBarsLikePage(page: Page): Promise<string | null> {
  const paper = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--color-paper').trim(),
  )
  await expect.poll(() => colourOfBars(page)).toBe(paper)
  return paper
}

async function fetchHead(page: Page, path: string, { anyStatus = false } = {}): Promise<Head> {
  const response = await page.request.get(path)
  if (!anyStatus) expect(response.status(), path).toBe(200)
  const head = await readHead(page, await response.text())
  expect(head.titles).toHaveLength(1)
  expect(head.canonicals).toHaveLength(1)
  return head
}

function contentOf(head: Head, key: string): string | undefined {
  return head.shared.find(([name]) => name === key)?.[1]
}

function expectHidden(head: Head) {
  expect(head.robots).toEqual(['noindex'])
  expect(head.versions).toEqual([])
  expect(head.jsonLd).toEqual([])
}

/** Expects a PNG of the size that the head names, which is in the first chunk of the file. */
async function expectShareImage(page: Page, url: string) {
  const response = await page.request.get(url)
  expect(response.headers()['content-type']).toBe('image/png')
  const bytes = await response.body()
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
}

/** Expects the head of the page to equal that of a page load: without elements of the page before, and without duplicates. */
async function expectHeadOfAddress(page: Page) {
  const loaded = await fetchHead(page, page.url())
  await expect.poll(async () => sorted(await readHead(page))).toEqual(sorted(loaded))
}

/** Sorts the head, because React may insert new elements after existing ones. */
function sorted(head: Head): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(head).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : value.map((one: unknown) => JSON.stringify(one)).sort(),
    ]),
  )
}
