import { expect, test } from 'vitest'
import { relatedArticles } from '#app/article/related-articles.server.ts'
import { translatorFor } from '#core/feeds/testing/feed-fixtures.ts'
import type { Language } from '#core/i18n/languages.ts'

const show = (language: Language, change: object = {}) =>
  relatedArticles(
    [
      {
        slug: 'the-zebra',
        language,
        title: 'The zebra',
        category: 'tech',
        hero_image: '/demo/zebra.webp',
        publish_date: '2026-11-18T09:00:00.000Z',
        hero: { width: 800, height: 450, placeholder: 'data:,', version: 'v1', focus: '20% 50%' },
        ...change,
      },
    ],
    { t: translatorFor(language), letters: 'AI' },
  )

test('is empty without any articles', () => {
  expect(relatedArticles([], { t: translatorFor('en'), letters: 'AI' })).toBe('')
})

test('has heading, category, date and link in the language of the page', () => {
  const html = show('de')
  expect(html).toContain('>Ähnliche Artikel</h2>')
  expect(html).toContain('>Technologie</span>')
  expect(html).toContain('>18. Nov. 2026</time>')
  expect(html).toContain('href="/article/the-zebra?lang=de"')
  expect(show('en')).toContain('href="/article/the-zebra"')
})

test('has the smaller variants of a picture, cut where its focus is', () => {
  const html = show('en')
  expect(html.match(/ \d+w/g)).toEqual([' 400w', ' 800w', ' 400w', ' 800w'])
  expect(html).toContain('width="800" height="450"')
  expect(html).toContain('style="object-position: 20% 50%"')
  expect(html).toContain('alt=""')
})

test('shows letters where there is no picture, and a picture from elsewhere as it is', () => {
  expect(show('en', { hero_image: null, hero: null })).toContain('>AI</span>')
  const elsewhere = show('en', { hero_image: 'https://example.org/"a".png', hero: null })
  expect(elsewhere).toContain('src="https://example.org/&quot;a&quot;.png"')
  expect(elsewhere).not.toContain('<source')
})
