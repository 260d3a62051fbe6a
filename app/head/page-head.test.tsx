import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Page } from '#app/document/page-context.ts'
import { PageHead, type PageMeta } from '#app/head/page-head.tsx'
import { registerMessages, translatorOf } from '#app/messages.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import { LANGUAGE_CODES, type Language, languageOfUrl } from '#core/i18n/languages.ts'
import { publicationCatalogs } from '#core/i18n/publication-catalogs.ts'
import { createTranslator, type Translate } from '#core/i18n/translator.ts'
import { parseDocument } from '../../tests/support/read-head.ts'

registerMessages(publicationCatalogs)

const SITE_URL = 'https://example.org'

function at(pathname: string, search = '') {
  return {
    page: { pathname, search, site: { siteUrl: SITE_URL, publishableKey: '', ...DEFAULT_SITE_WORDS } },
  }
}

type Attributes = Record<string, string>

const write = ({ page }: ReturnType<typeof at>, meta: PageMeta) =>
  renderToStaticMarkup(
    <Page value={page}>
      <PageHead {...meta} />
    </Page>,
  )

/** The elements of a head in their order: a title, the attributes of a meta element or a link, structured data. */
function pageMeta({ page }: ReturnType<typeof at>, describePage: (t: Translate) => PageMeta): Attributes[] {
  const html = write({ page }, describePage(translatorOf(languageOfUrl(page), page.site)))
  return [...parseDocument(`<html><head>${html}</head></html>`).head.children].map((element) => {
    const name = element.localName
    const attributes = Object.fromEntries(
      element.getAttributeNames().map((key) => [key, element.getAttribute(key) ?? '']),
    )
    if (name === 'title') return { title: element.textContent ?? '' }
    if (name === 'script') return { 'script:ld+json': JSON.parse(element.textContent ?? '') }
    return name === 'link' ? { tagName: name, ...attributes } : attributes
  })
}

function linksOf(meta: Attributes[]): Attributes[] {
  return meta
    .filter(({ tagName }) => tagName !== undefined)
    .map(({ tagName: _tagName, ...attributes }) => attributes)
}

/** The languages and addresses of the links to the page's versions, in order. */
function versionsOf(meta: Attributes[]) {
  return linksOf(meta).flatMap(({ hreflang, href }) => (hreflang ? [[hreflang, href]] : []))
}

/** The metadata for sharing, by name or property; a property that occurs several times has a list. */
function sharedOf(meta: Attributes[]): Record<string, string | string[]> {
  const entries = meta
    .map((one): [string, string] => [one.property ?? one.name ?? '', one.content ?? ''])
    .filter(([key]) => /^(og|twitter|article):/.test(key))
  const grouped = Object.entries(Object.groupBy(entries, ([key]) => key))
  return Object.fromEntries(
    grouped.map(([key, all = []]) => {
      const contents = all.map(([, content]) => content)
      return [key, contents.length === 1 ? String(contents[0]) : contents]
    }),
  )
}

const HAFEN = {
  slug: 'hafenstadt-prueft',
  language: 'de',
  publish_date: '2026-11-18T09:00:00+00:00',
  updated_at: '2026-11-18T10:30:00.123456+00:00',
  author: 'Mara Lindqvist',
  category: 'tech',
  social_title: null,
  social_image: null,
} as const

describe('a title', () => {
  test('ends with the name of the site', () => {
    expect(pageMeta(at('/tech'), () => ({ title: 'AI Technology' }))).toContainEqual({
      title: 'AI Technology - AI Watch',
    })
    const { page } = at('/tech')
    const named = { ...page, site: { ...page.site, site_name: 'AI' } }
    expect(pageMeta({ page: named }, () => ({ title: 'AI Technology' }))).toContainEqual({
      title: 'AI Technology - AI',
    })
  })

  test('can be without the name of the site, in the share tags too', () => {
    const meta = pageMeta(at('/newsletter', '?lang=de'), (t) => ({
      title: t('meta.newsletter.title'),
      description: t('meta.newsletter.description', { newsletterTime: 'um 9 Uhr' }),
      withoutSiteName: true,
    }))
    const title = CATALOGS.de['meta.newsletter.title']
    const content = createTranslator('de', CATALOGS)('meta.newsletter.description', {
      newsletterTime: 'um 9 Uhr',
    })
    expect(meta).toEqual(
      expect.arrayContaining([
        { title },
        { property: 'og:title', content: title },
        { name: 'twitter:title', content: title },
        { name: 'description', content },
        { property: 'og:description', content },
        { name: 'twitter:description', content },
      ]),
    )
  })
})

describe('the canonical address', () => {
  test.each([
    ['/tech', '?lang=de&utm_source=x', '/tech?lang=de'],
    ['/tech', '?lang=xx', '/tech'],
    ['/', '', '/'],
    ['/About/', '', '/about'],
    ['//', '', '/'],
    ['//evil.example/tech', '', '/evil.example/tech'],
  ])('of %s%s keeps the language and nothing else: %s', (pathname, search, expected) => {
    const meta = pageMeta(at(pathname, search), () => ({ title: 'x' }))
    const url = SITE_URL + expected
    expect(linksOf(meta).filter(({ rel }) => rel === 'canonical')).toEqual([{ rel: 'canonical', href: url }])
    expect(sharedOf(meta)['og:url']).toBe(url)
  })
})

describe('the versions of a page', () => {
  test('are all languages at its path, where it does not say otherwise', () => {
    for (const search of ['', '?lang=pt']) {
      expect(versionsOf(pageMeta(at('/about', search), () => ({ title: 'x' })))).toEqual([
        ['en', `${SITE_URL}/about`],
        ...LANGUAGE_CODES.slice(1).map((code) => [code, `${SITE_URL}/about?lang=${code}`]),
        ['x-default', `${SITE_URL}/about`],
      ])
    }
  })

  test('are those that there are, in the same order however they were found', () => {
    const english = { language: 'en', path: '/article/harbour' } as const
    const german = { language: 'de', path: '/article/hafen?lang=de' } as const
    const links = [
      ['en', `${SITE_URL}/article/harbour`],
      ['de', `${SITE_URL}/article/hafen?lang=de`],
      ['x-default', `${SITE_URL}/article/harbour`],
    ]
    for (const versions of [
      [english, german],
      [german, english],
    ]) {
      expect(versionsOf(pageMeta(at('/article/harbour'), () => ({ title: 'x', versions })))).toEqual(links)
    }
    const onlyGerman = pageMeta(at('/article/hafen', '?lang=de'), () => ({ title: 'x', versions: [german] }))
    expect(versionsOf(onlyGerman)).toEqual([links[1]])
  })

  test('are missing on a page with noindex', () => {
    const meta = pageMeta(at('/subscribe'), () => ({ title: 'x', hidden: true }))
    expect(versionsOf(meta)).toEqual([])
    expect(meta).toContainEqual({ name: 'robots', content: 'noindex' })
    expect(sharedOf(meta)).not.toHaveProperty('og:locale:alternate')
  })
})

test('an English fallback points to the English article and is not listed', () => {
  const meta = pageMeta(at('/article/harbour', '?lang=fr'), () => ({
    title: 'Harbour town audits',
    canonicalLanguage: 'en',
    hidden: true,
    versions: [{ language: 'en', path: '/article/harbour' }],
    article: { ...HAFEN, language: 'en', slug: 'harbour' },
  }))
  const url = `${SITE_URL}/article/harbour`
  expect(linksOf(meta)).toContainEqual({ rel: 'canonical', href: url })
  expect(meta).toContainEqual({ name: 'robots', content: 'noindex' })
  expect(versionsOf(meta)).toEqual([])
  expect(sharedOf(meta)).toMatchObject({
    'og:url': url,
    'og:locale': 'en_US',
    'og:image': `${SITE_URL}/share/en/harbour.png`,
  })
})

describe('share tags', () => {
  test('of an article', () => {
    const meta = pageMeta(at('/article/hafenstadt-prueft', '?lang=de'), () => ({
      title: 'Hafenstadt prüft',
      description: 'Was man wissen muss.',
      article: HAFEN,
      versions: [
        { language: 'en', path: '/article/harbour' },
        { language: 'de', path: '/article/hafenstadt-prueft?lang=de' },
      ],
    }))
    expect(sharedOf(meta)).toEqual({
      'og:type': 'article',
      'og:site_name': 'AI Watch',
      'og:title': 'Hafenstadt prüft',
      'og:description': 'Was man wissen muss.',
      'og:url': `${SITE_URL}/article/hafenstadt-prueft?lang=de`,
      'og:locale': 'de_DE',
      'og:locale:alternate': 'en_US',
      'og:image': `${SITE_URL}/share/de/hafenstadt-prueft.png`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Hafenstadt prüft',
      'article:published_time': '2026-11-18T09:00:00.000Z',
      'article:modified_time': '2026-11-18T10:30:00.123Z',
      'article:author': 'Mara Lindqvist',
      'article:section': 'Technologie',
      'twitter:card': 'summary_large_image',
      'twitter:title': 'Hafenstadt prüft',
      'twitter:description': 'Was man wissen muss.',
      'twitter:image': `${SITE_URL}/share/de/hafenstadt-prueft.png`,
    })
  })

  test('of any other page, without a description too', () => {
    expect(sharedOf(pageMeta(at('/tech'), () => ({ title: 'AI Technology' })))).toEqual({
      'og:type': 'website',
      'og:site_name': 'AI Watch',
      'og:title': 'AI Technology',
      'og:url': `${SITE_URL}/tech`,
      'og:locale': 'en_US',
      'og:locale:alternate': ['es_ES', 'fr_FR', 'de_DE', 'it_IT', 'pt_PT'],
      'og:image': `${SITE_URL}/share/default.png`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'AI Watch - News and Analysis on Artificial Intelligence',
      'twitter:card': 'summary_large_image',
      'twitter:title': 'AI Technology',
      'twitter:image': `${SITE_URL}/share/default.png`,
    })
  })
})

describe('the feeds and the Markdown of a page', () => {
  const typedLinks = (meta: Attributes[]) =>
    linksOf(meta).flatMap(({ rel, type, href }) => (rel === 'alternate' && type ? [[type, href]] : []))

  test('are of its language, and of its category first', () => {
    expect(typedLinks(pageMeta(at('/', '?lang=it'), () => ({ title: 'x' })))).toEqual([
      ['application/rss+xml', `${SITE_URL}/feeds/it.xml`],
      ['application/feed+json', `${SITE_URL}/feeds/it.json`],
    ])
    expect(typedLinks(pageMeta(at('/tech'), () => ({ title: 'x', category: 'tech' })))).toEqual([
      ['application/rss+xml', `${SITE_URL}/feeds/en/tech.xml`],
      ['application/feed+json', `${SITE_URL}/feeds/en/tech.json`],
      ['application/rss+xml', `${SITE_URL}/feeds/en.xml`],
      ['application/feed+json', `${SITE_URL}/feeds/en.json`],
    ])
  })

  test('are of the article that is shown', () => {
    const meta = pageMeta(at('/article/hafenstadt-prueft', '?lang=de'), () => ({
      title: 'x',
      article: HAFEN,
    }))
    expect(typedLinks(meta)).toContainEqual([
      'text/markdown',
      `${SITE_URL}/article/hafenstadt-prueft.md?lang=de`,
    ])
  })

  test('have titles in the language of the page', () => {
    const titlesOf = (language: Language) =>
      linksOf(pageMeta(at('/tech', `?lang=${language}`), () => ({ title: 'x', category: 'tech' }))).flatMap(
        ({ title }) => title ?? [],
      )
    expect(titlesOf('de')[0]).toBe('AI Watch: Technologie')
    expect(titlesOf('en')[0]).toBe('AI Watch: Technology')
  })
})

test('JSON-LD is in the head as the loader made it', () => {
  const jsonLd = [{ '@type': 'A' }, { '@type': 'B' }]
  const meta = pageMeta(at('/'), () => ({ title: 'x', jsonLd }))
  expect(meta.filter((one) => 'script:ld+json' in one)).toEqual(
    jsonLd.map((data) => ({ 'script:ld+json': data })),
  )
})

test('a head says things in their order, and as text', () => {
  const html = write(at('/tech'), {
    title: 'Tom & <b>Ada</b>',
    description: '"quoted"',
    versions: [{ language: 'de', path: '/tech?lang=de' }],
  })
  expect(html).toMatch(
    /^<title>Tom &amp; &lt;b&gt;Ada&lt;\/b&gt; - AI Watch<\/title><meta name="description" content="&quot;quoted&quot;"\/><link rel="canonical" href="https:\/\/example.org\/tech"\/><link rel="alternate" hrefLang="de" href="https:\/\/example.org\/tech\?lang=de"\/>/,
  )
})

test.each([
  '</script><script>alert(1)</script>',
  '<!--<script>',
  'A line \u2028 and a \u2029 paragraph',
  '&lt;',
])('structured data with %j ends no script, and says the same', (name) => {
  const html = write(at('/'), { title: 'x', jsonLd: [{ name }] })
  const [, json = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(html) ?? []
  expect(json).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(json)).toEqual({ name })
})
