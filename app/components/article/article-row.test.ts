import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ArticleRow } from '#app/components/article/article-row.tsx'
import { Page } from '#app/document/page-context.ts'
import { registerMessages } from '#app/messages.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import type { Language } from '#core/i18n/languages.ts'
import { publicationCatalogs } from '#core/i18n/publication-catalogs.ts'

registerMessages(publicationCatalogs)

type Articles = Parameters<typeof ArticleRow>[0]['articles']

const ZEBRA = {
  id: 'a1000000-0000-4000-8000-000000000000',
  slug: 'the-zebra',
  title: 'The zebra',
  category: 'tech',
  hero_image: '/demo/zebra.webp',
  publish_date: '2026-11-18T09:00:00.000Z',
  hero: { width: 800, height: 450, placeholder: 'data:,', version: 'v1', focus: '20% 50%' },
}

function write(language: Language, articles: object[]): string {
  const site = { ...DEFAULT_SITE_WORDS, siteUrl: 'https://paper.example', publishableKey: '' }
  const value = { pathname: '/', search: `?lang=${language}`, site }
  const row = createElement(ArticleRow, { title: 'More', articles: articles as Articles })
  return renderToStaticMarkup(createElement(Page, { value }, row))
}
const show = (language: Language, change: object = {}) => write(language, [{ ...ZEBRA, language, ...change }])

test('is nothing without any articles', () => {
  expect(write('en', [])).toBe('')
})

test('has category, date and link in the language of the page', () => {
  const html = show('de')
  expect(html).toContain('>More</h2>')
  expect(html).toContain('>Technologie</span>')
  expect(html).toContain('>18. Nov. 2026</time>')
  expect(html).toContain('href="/article/the-zebra?lang=de"')
  expect(show('en')).toContain('href="/article/the-zebra"')
})

test('has the smaller variants of a picture, cut where its focus is', () => {
  const html = show('en')
  expect(html).toMatch(/ 400w.* 800w/)
  expect(html).toContain('width="800" height="450"')
  expect(html).toContain('object-position:20% 50%')
  expect(html).toContain('alt=""')
})

test('shows letters where there is no picture, and a picture from elsewhere as it is', () => {
  expect(show('en', { hero_image: null, hero: null })).toContain('>AI<')
  const elsewhere = show('en', { hero_image: 'https://example.org/"a".png', hero: null })
  expect(elsewhere).toContain('src="https://example.org/&quot;a&quot;.png"')
  expect(elsewhere).not.toContain('<source')
})
