import { describe, expect, test } from 'vitest'
import { describeArticlePage } from '#app/head/article-json-ld.ts'
import { describeCategoryPage, describeHomePage } from '#app/head/json-ld.ts'
import { settingsOf } from '#core/domain/settings.ts'
import { aFeedArticle, HOSTILE_TEXTS, SITE_URL, translatorFor } from '#core/feeds/testing/feed-fixtures.ts'
import {
  breadcrumbList,
  newsArticle,
  newsMediaOrganization,
  webSite,
} from '../../tests/support/structured-data.ts'

const ORIGINAL_ID = '7f0c9a52-8f0e-4e0a-9d54-1f6a7c1e2b90'
const HARBOUR = { language: 'en', slug: 'harbour-town-audits-its-algorithms' } as const
const HAFEN = { language: 'de', slug: 'hafenstadt-prueft-ihre-algorithmen' } as const
const PORTO = { language: 'pt', slug: 'cidade-portuaria-audita-os-seus-algoritmos' } as const

type Options = Parameters<typeof describeArticlePage>[0]

function anArticle(overrides: Partial<Options['article']> = {}): Options['article'] {
  const { content: _content, ...article } = aFeedArticle()
  return {
    ...article,
    subtitle: null,
    reading_time: '5 min read',
    published: true,
    featured: false,
    created_at: article.updated_at,
    original_article_id: null,
    social_title: null,
    social_description: null,
    social_image: null,
    ...overrides,
  }
}

const SETTINGS = settingsOf([], { contact_address: '' }).settings

function describePage(
  overrides: Partial<Options['article']> = {},
  versions: Options['versions'] = [],
  settings: Options['settings'] = SETTINGS,
  corrections: Options['corrections'] = [],
  translation: Options['translation'] = null,
) {
  const article = anArticle(overrides)
  const t = translatorFor(article.language)
  const [first, second] = describeArticlePage({
    siteUrl: SITE_URL,
    settings,
    article,
    versions,
    corrections,
    translation,
    t,
  })
  return { article: newsArticle.parse(first), breadcrumbs: breadcrumbList.parse(second) }
}

describe('an article', () => {
  test('says everything that search engines ask of news', () => {
    expect(describePage({ hero_image: '/demo/harbour.webp' }).article).toEqual({
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      '@id': `${SITE_URL}/article/${HARBOUR.slug}#article`,
      url: `${SITE_URL}/article/${HARBOUR.slug}`,
      mainEntityOfPage: { '@type': 'WebPage', '@id': `${SITE_URL}/article/${HARBOUR.slug}` },
      headline: 'Harbour town audits its algorithms',
      description: 'What there is to know.',
      image: [
        `${SITE_URL}/demo/harbour.webp`,
        {
          '@type': 'ImageObject',
          url: `${SITE_URL}/share/en/${HARBOUR.slug}.png`,
          width: 1200,
          height: 630,
        },
      ],
      datePublished: '2026-11-18T09:00:00.000Z',
      dateModified: '2026-11-18T10:30:00.123Z',
      author: { '@type': 'Person', name: 'Mara Lindqvist' },
      publisher: {
        '@type': 'NewsMediaOrganization',
        '@id': `${SITE_URL}/#publisher`,
        name: 'AI Watch',
        url: `${SITE_URL}/`,
        logo: { '@type': 'ImageObject', url: `${SITE_URL}/icon-512.png`, width: 512, height: 512 },
        publishingPrinciples: `${SITE_URL}/about`,
        correctionsPolicy: `${SITE_URL}/disclaimer`,
      },
      inLanguage: 'en',
      articleSection: 'News Hub',
      isAccessibleForFree: true,
    })
  })

  test('says what was corrected, and when', () => {
    const corrections = [{ text: 'It was Monday,\nnot Sunday.', corrected_at: '2026-11-20T08:00:00+00:00' }]
    expect(describePage({}, [], SETTINGS, corrections).article.correction).toEqual([
      {
        '@type': 'CorrectionComment',
        text: 'It was Monday, not Sunday.',
        datePublished: '2026-11-20T08:00:00.000Z',
      },
    ])
  })

  test('in its original names the translations that are published', () => {
    const { article } = describePage({}, [PORTO, HARBOUR, HAFEN])
    expect(article.translationOfWork).toBeUndefined()
    expect(article.workTranslation?.map(({ url, inLanguage }) => [inLanguage, url])).toEqual([
      ['pt', `${SITE_URL}/article/${PORTO.slug}?lang=pt`],
      ['de', `${SITE_URL}/article/${HAFEN.slug}?lang=de`],
    ])
  })

  test('in a translation names its original, by the name the original has for itself', () => {
    const translation = { ...HAFEN, category: 'tech', original_article_id: ORIGINAL_ID } as const
    const { article } = describePage(translation, [HARBOUR, HAFEN, PORTO])
    expect(article.url).toBe(`${SITE_URL}/article/${HAFEN.slug}?lang=de`)
    expect(article.articleSection).toBe('Technologie')
    expect(article.workTranslation).toBeUndefined()
    expect(article.translationOfWork).toEqual({
      '@type': 'NewsArticle',
      '@id': describePage().article['@id'],
      url: `${SITE_URL}/article/${HARBOUR.slug}`,
      inLanguage: 'en',
    })
  })

  test.each([
    { reviewed_at: null, source: 'Trained', editor: undefined },
    { reviewed_at: '2026-11-18T08:00:00Z', source: 'Trained', editor: undefined },
    { reviewed_at: '2026-11-20T08:00:00Z', source: 'CompositeWithTrained', editor: 'Mara Lindqvist' },
  ])('that AI has translated, reviewed $reviewed_at, says so', ({ reviewed_at, source, editor }) => {
    const { article } = describePage(
      { ...HAFEN, original_article_id: ORIGINAL_ID },
      [HARBOUR, HAFEN],
      { ...SETTINGS, editorial_responsibility: { kind: 'person', name: 'Mara Lindqvist' } },
      [],
      { origin: 'machine', translated_at: '2026-11-19T08:00:00Z', reviewed_at, corrected_at: null },
    )
    expect(article.digitalSourceType).toBe(`https://schema.org/${source}AlgorithmicMediaDigitalSource`)
    expect(article.editor?.name).toBe(editor)
    expect(article.publisher.correctionsPolicy).toBe(`${SITE_URL}/disclaimer?lang=de`)
  })

  test('that a person has translated does not say how', () => {
    const facts = { translated_at: '2026-11-19T08:00:00Z', reviewed_at: null, corrected_at: null }
    for (const translation of [null, { origin: 'person', ...facts } as const]) {
      const { article } = describePage(HAFEN, [HARBOUR], SETTINGS, [], translation)
      expect(article.digitalSourceType).toBeUndefined()
    }
  })

  test.each([
    { case: 'an original without translations', article: {}, versions: [HARBOUR] },
    {
      case: 'a translation whose original is a draft again',
      article: { ...HAFEN, original_article_id: ORIGINAL_ID },
      versions: [HAFEN, PORTO],
    },
  ])('names no other version of $case', ({ article, versions }) => {
    const described = describePage(article, versions).article
    expect(described.workTranslation ?? described.translationOfWork).toBeUndefined()
  })

  test('that is written ahead of its date has not changed before it came out', () => {
    const { datePublished, dateModified } = describePage({
      publish_date: '2026-12-01T09:00:00+00:00',
    }).article
    expect(dateModified).toBe(datePublished)
  })

  test.each([null, 'javascript:alert(1)', 'data:image/png;base64,AAAA'])(
    'without a hero image that could be loaded (%s) shows its share image',
    (hero_image) => {
      const { image } = describePage({ hero_image }).article
      expect(image).toEqual([expect.objectContaining({ url: `${SITE_URL}/share/en/${HARBOUR.slug}.png` })])
    },
  )
})

describe('a headline', () => {
  const headline = (title: string) => describePage({ title }).article.headline

  test('is the title on one line, up to 110 characters', () => {
    expect(headline(' Harbour\n town ')).toBe('Harbour town')
    expect(headline('x'.repeat(110))).toBe('x'.repeat(110))
    expect(headline('🤖'.repeat(110))).toBe('🤖'.repeat(110))
  })

  test('ends after the last word that fits', () => {
    expect(headline(`${'word '.repeat(22)}and more`)).toBe(`${'word '.repeat(21)}word…`)
    expect(headline('🤖'.repeat(111))).toBe(`${'🤖'.repeat(109)}…`)
  })

  test.each(HOSTILE_TEXTS)('of %j is plain text', (title) => {
    expect(headline(title)).toMatch(/^[^\p{Cc}\p{Cs}]+$/u)
  })
})

describe('breadcrumbs', () => {
  test('lead from the home page over the category to the article, in its language', () => {
    const translation = { ...HAFEN, category: 'tech', original_article_id: ORIGINAL_ID } as const
    const { breadcrumbs } = describePage(translation, [HARBOUR, HAFEN])
    expect(breadcrumbs.itemListElement.map(({ name, item }) => [name, item])).toEqual([
      ['Startseite', `${SITE_URL}/?lang=de`],
      ['Technologie', `${SITE_URL}/tech?lang=de`],
      ['Harbour town audits its algorithms', `${SITE_URL}/article/${HAFEN.slug}?lang=de`],
    ])
  })

  test('of a category end with it', () => {
    const page = { siteUrl: SITE_URL, language: 'en', t: translatorFor('en') } as const
    const [list, ...more] = describeCategoryPage({ ...page, category: 'hack' })
    expect(more).toEqual([])
    expect(breadcrumbList.parse(list).itemListElement.map(({ name, item }) => [name, item])).toEqual([
      ['Home', `${SITE_URL}/`],
      ['Hack', `${SITE_URL}/hack`],
    ])
  })
})

describe('the home page', () => {
  test.each([
    ['en', `${SITE_URL}/`, `${SITE_URL}/search?q={search_term_string}`],
    ['de', `${SITE_URL}/?lang=de`, `${SITE_URL}/search?q={search_term_string}&lang=de`],
  ] as const)('in "%s" says what the site is and how it is searched', (language, url, template) => {
    const [site, publisher] = describeHomePage({
      siteUrl: SITE_URL,
      language,
      settings: SETTINGS,
      t: translatorFor(language),
    })
    const { potentialAction, ...described } = webSite.parse(site)
    expect(described).toMatchObject({ name: 'AI Watch', url, inLanguage: language })
    expect(potentialAction.target.urlTemplate).toBe(template)
    expect(newsMediaOrganization.parse(publisher)['@id']).toBe(described.publisher['@id'])
  })
})
