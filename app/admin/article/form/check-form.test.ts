import { describe, expect, test } from 'vitest'
import { type ArticleForm, emptyForm } from './article-form.ts'
import { checkForm } from './check-form.ts'

const NEW = { language: 'en', original_article_id: null, article: null } as const
const DRAFT = { ...NEW, article: { published: false, created_at: '2026-11-20T09:00:00+00:00' } } as const
const complete = (values: Partial<ArticleForm> = {}): ArticleForm => ({
  ...emptyForm({ author: 'The Editors', readingTime: '5 min read' }),
  title: 'Title',
  slug: 'title',
  excerpt: 'Excerpt',
  content: 'Content',
  ...values,
})
const empty = emptyForm({ author: '', readingTime: '' })
const fieldsOf = (checked: ReturnType<typeof checkForm>) =>
  'issues' in checked ? checked.issues.map(({ field }) => field) : []

describe('publishing', () => {
  test('asks for what is missing, in the order of the page', () => {
    const checked = checkForm(empty, { ...NEW, published: true })
    expect(fieldsOf(checked)).toEqual(['title', 'slug', 'excerpt', 'content', 'author', 'reading_time'])
  })

  test('leaves the date to the moment, unless one was chosen or the article has one already', () => {
    const values = { published: true, title: 'Title' }
    expect(checkForm(complete(), { ...NEW, published: true })).toMatchObject({ values })
    expect(checkForm(complete(), { ...DRAFT, published: true })).not.toHaveProperty('values.publish_date')
    const publish_date = '2027-01-01T09:00:00.000Z'
    const dated = checkForm(complete({ publish_date }), { ...NEW, published: true })
    expect(dated).toMatchObject({ values: { publish_date } })
    const article = { published: true, created_at: publish_date }
    expect(fieldsOf(checkForm(complete(), { ...NEW, article, published: true }))).toEqual(['publish_date'])
  })
})

describe('a draft', () => {
  test('may lack everything', () => {
    const checked = checkForm(empty, { ...NEW, published: false })
    expect(checked).toMatchObject({
      values: { title: '', slug: expect.stringMatching(/^draft-/), published: false },
    })
  })

  test('that loses its date has that of its creation', () => {
    const checked = checkForm(complete(), { ...DRAFT, published: false })
    expect(checked).toMatchObject({ values: { publish_date: DRAFT.article.created_at } })
  })

  test.each([
    ['title', 'a\u0000b'],
    ['title', '\uD800'],
    ['excerpt', 'x'.repeat(1_048_576)],
    ['content', 'x'.repeat(1_048_577)],
    ['slug', '../__proto__'],
    ['hero_image', 'x'.repeat(2001)],
  ] as const)('is refused at the field %s', (field, value) => {
    expect(fieldsOf(checkForm(complete({ [field]: value }), { ...NEW, published: false }))).toEqual([field])
  })
})
