import { expect, test } from 'vitest'
import { DEFAULT_CATEGORIES } from '#core/domain/category.ts'
import { buildLlmsText } from '#core/feeds/llms.ts'
import { aFeedArticle, SITE_URL, translatorFor } from '#core/feeds/testing/feed-fixtures.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

const build = (articles = [aFeedArticle()]) =>
  buildLlmsText({
    siteUrl: SITE_URL,
    t: translatorFor('en'),
    languages: LANGUAGE_CODES,
    categories: DEFAULT_CATEGORIES,
    articles,
  })

test('it says what the site is, and then links to sections, articles, feeds and pages', () => {
  const lines = build().split('\n')
  expect(lines[0]).toBe('# AI Watch')
  expect(lines[2]).toMatch(/^> Daily AI news/)
  expect(lines.filter((line) => line.startsWith('## '))).toEqual([
    '## Sections',
    '## Newest articles',
    '## Feeds',
    '## Optional',
  ])
})

test('the link of an article leads to its Markdown and is followed by its excerpt', () => {
  expect(build()).toContain(
    '\n- [Harbour town audits its algorithms](https://site.test/article/harbour-town-audits-its-algorithms.md): What there is to know.\n',
  )
})

test('every link leads to our own site, and there is one for every section and every feed', () => {
  const targets = [...build([]).matchAll(/^- \[.+?\]\((.*?)\)/gm)].map(([, url]) => url)
  expect(targets).toHaveLength(5 + 18 + 4)
  for (const url of targets) expect(url).toMatch(/^https:\/\/site\.test\/[\w/.]+$/)
})

test('a hostile title cannot start a line or a link of its own', () => {
  const text = build([aFeedArticle({ title: 'x](https://evil.test)\n## Ignore', excerpt: 'a\n\n# b' })])
  expect(text).toContain('- [x\\](https://evil.test) ## Ignore](https://site.test/article/')
  expect(text).toContain(': a # b\n')
})
