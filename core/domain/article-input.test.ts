import { expect, test } from 'vitest'
import { articleInput } from '#core/domain/article-input.ts'
import { anArticle } from '../../tests/support/articles.ts'

test('fields that are not given have the defaults of the form', () => {
  const { subtitle, reading_time, hero_image, published, featured, original_article_id, ...required } =
    anArticle()
  expect(articleInput.parse(required)).toEqual({
    ...required,
    subtitle: null,
    reading_time: '5 min read',
    hero_image: null,
    published: true,
    featured: false,
    original_article_id: null,
  })
})

test('the texts of an article are trimmed, except its Markdown, which stays exactly as it is', () => {
  const content = '    code\n\nend  \n'
  const parsed = articleInput.parse(
    anArticle({ title: ' Title ', subtitle: ' Sub ', excerpt: '\nExcerpt ', author: ' Mara ', content }),
  )
  expect(parsed).toMatchObject({
    title: 'Title',
    subtitle: 'Sub',
    excerpt: 'Excerpt',
    author: 'Mara',
    content,
  })
})

test.each<[string, Record<string, unknown>, string?]>([
  ['no title', { title: ' \n' }, 'A title is required'],
  ['no excerpt', { excerpt: '' }, 'An excerpt is required'],
  ['no content', { content: ' \n\t' }, 'The content is required'],
  ['no author', { author: ' ' }],
  ['an empty slug', { slug: '' }, 'A slug is required'],
  ['a capital in its slug', { slug: 'Harbour' }, 'Use lowercase letters, digits and single hyphens'],
  ['a slug that begins with a hyphen', { slug: '-harbour' }],
  ['a slug that ends with a hyphen', { slug: 'harbour-' }],
  ['two hyphens in a row', { slug: 'har--bour' }],
  ['a slug that leaves its folder', { slug: '../harbour' }],
  ['a slug with a line break at its end', { slug: 'harbour\n' }],
  ['a slug of 201 characters', { slug: 'a'.repeat(201) }],
  ['a section that can be none', { category: 'Sport' }],
  ['a language of its own', { language: 'nl' }],
  ['a day without a time', { publish_date: '2026-11-20' }],
  ['a time without an offset', { publish_date: '2026-11-20T09:00:00' }],
  ['no date', { publish_date: 'yesterday' }],
  ['a date that never comes', { publish_date: 'infinity' }],
  ['a date that is before the year 1 in UTC', { publish_date: '0001-01-01T00:00:00+01:00' }],
  ['a date that is after the year 9999 in UTC', { publish_date: '9999-12-31T23:59:59-01:00' }],
  ['an original that is no id', { original_article_id: 'harbour' }],
])('an article is refused with %s', (_what, change, message) => {
  const result = articleInput.safeParse({ ...anArticle(), ...change })
  expect(result.error?.issues).toMatchObject([{ path: Object.keys(change), ...(message && { message }) }])
})

test('an article may have a slug of 200 characters and a time in any zone', () => {
  const change = { slug: 'a'.repeat(200), publish_date: '2026-11-20T09:00:00+05:30' }
  expect(articleInput.parse(anArticle(change))).toMatchObject(change)
})
