import { expect, test } from 'vitest'
import type { Article } from '#core/domain/article.ts'
import type { TranslationWithOriginal } from '#core/domain/article-translation.ts'
import { buildArticleMarkdown } from '#core/feeds/article-markdown.ts'
import { aFeedArticle, BY_MACHINE, SITE_URL, translatorFor } from '#core/feeds/testing/feed-fixtures.ts'
import { renderMarkdown } from '#core/markdown/render-markdown.ts'
import type { OffTurn } from '#core/off-turn.ts'

const offTurn: OffTurn = async (_, work, ...args) => work(...args)

function build(
  overrides: Partial<Article> = {},
  translation: TranslationWithOriginal | null = null,
): Promise<string> {
  const article: Article = {
    ...aFeedArticle(),
    subtitle: null,
    reading_time: '5 min read',
    created_at: '2026-11-18T09:00:00+00:00',
    published: true,
    featured: false,
    original_article_id: null,
    social_title: null,
    social_description: null,
    social_image: null,
    ...overrides,
  }
  return buildArticleMarkdown({
    siteUrl: SITE_URL,
    article,
    translation,
    t: translatorFor(article.language),
    offTurn,
  })
}

test('the Markdown of an article has its title, date, author and address, and then its content', async () => {
  expect(await build()).toBe(`# Harbour town audits its algorithms

Published on November 18, 2026 by Mara Lindqvist · [AI Watch](https://site.test/article/harbour-town-audits-its-algorithms)

## The harbour

It is open.
`)
})

test('the Markdown of a translation is in its language throughout', async () => {
  const lines = (
    await build({ language: 'de', slug: 'hafen', title: 'Der Hafen', subtitle: 'Ein *Versuch*' })
  ).split('\n')
  expect(lines.slice(0, 5)).toEqual([
    '# Der Hafen',
    '',
    '**Ein \\*Versuch\\***',
    '',
    'Veröffentlicht am 18. November 2026 von Mara Lindqvist · [AI Watch](https://site.test/article/hafen?lang=de)',
  ])
})

test('the content stays exactly as it was written', async () => {
  const content = '````md\n```\n<b>raw</b> [a](/b)\n```\n````\n\n*x* | y'
  expect(await build({ content })).toContain(`\n\n${content}\n`)
})

test('the Markdown of a translation by AI says so before its content', async () => {
  const markdown = await build({ language: 'de', slug: 'hafen' }, BY_MACHINE)
  expect(markdown).toContain(`

Von einer KI aus dem [englischen Original](https://site.test/article/harbour) übersetzt. Noch nicht von einem Menschen geprüft.

## The harbour
`)
})

test('the footnotes of an article are footnotes in its Markdown', async () => {
  const content = 'A claim.[^1]\n\n[^1]: Its source.\n\n    And another.'
  expect(await build({ content })).toContain(`\n\n${content}\n`)
  const rendered = renderMarkdown(await build({ content, subtitle: 'A subtitle[^1]' }))
  expect(rendered).toContain('<p>A claim.<sup>1</sup></p>')
  expect(rendered).toContain('<strong>A subtitle[^1]</strong>')
})

test('pictures have the captions and credits that the library knows, where the text has no other', async () => {
  const facts = {
    alts: { en: 'A crane' },
    captions: { en: 'The "harbour" at night' },
    decorative: false,
    credit: 'Nora',
    licence: 'CC BY 4.0',
    licence_url: null,
    focus_x: 50,
    focus_y: 50,
  }
  const content =
    '![a](/a.png)\n\n![b](/a.png (At night) )\n\n![c](</a.png> "c | Mara") and ![d](/d.png)\n\n`![e](/a.png)`'
  const article = {
    ...aFeedArticle(),
    content,
    hero_image: '/demo/h.webp',
    subtitle: null,
    reading_time: '',
    created_at: '',
    social_title: null,
    social_description: null,
    social_image: null,
  }
  const markdown = await buildArticleMarkdown({
    siteUrl: SITE_URL,
    article: { ...article, published: true, featured: false, original_article_id: null },
    facts: { hero: facts, pictures: new Map([['/a.png', facts]]) },
    t: translatorFor('en'),
    offTurn,
  })
  expect(markdown.split('\n\n').slice(2)).toEqual([
    '![A crane](https://site.test/demo/h.webp "The \\"harbour\\" at night | Nora · CC BY 4.0")',
    '![a](/a.png "| Nora · CC BY 4.0")',
    '![b](/a.png (At night | Nora · CC BY 4.0) )',
    '![c](</a.png> "c | Mara") and ![d](/d.png)',
    '`![e](/a.png)`\n',
  ])
})
