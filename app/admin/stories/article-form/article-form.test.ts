import { describe, expect, test } from 'vitest'
import {
  type ArticleForm,
  checkForm,
  conflictingFields,
  differingFields,
  emptyForm,
  formOf,
  formOfCopy,
  inputOf,
  rebase,
} from '#app/admin/stories/article-form/article-form.ts'
import type { Article } from '#core/domain/article.ts'

const EMPTY = emptyForm({ author: 'The Editors', readingTime: '5 min read' })
const aForm = (values: Partial<ArticleForm> = {}): ArticleForm => ({ ...EMPTY, ...values })
const anArticle = (values: Partial<Article> = {}): Article => ({
  ...EMPTY,
  id: '8c3a6dd6-4f7e-4d3f-9b59-0f6a5b5f8a11',
  language: 'en',
  subtitle: null,
  publish_date: '2026-11-20T09:00:00.123456+00:00',
  created_at: '2026-11-20T09:00:00.123456+00:00',
  updated_at: '2026-11-20T09:00:00.123456+00:00',
  published: true,
  original_article_id: null,
  ...values,
})

describe('the form of a stored article', () => {
  test('shows no date for a draft that has only that of its creation', () => {
    expect(formOf(anArticle({ published: false })).publish_date).toBe('')
    expect(formOf(anArticle()).publish_date).toBe('2026-11-20T09:00:00.123456+00:00')
    const dated = anArticle({ published: false, publish_date: '2027-01-01T00:00:00+00:00' })
    expect(formOf(dated).publish_date).toBe('2027-01-01T00:00:00+00:00')
  })

  test('is written back as it was', () => {
    const article = anArticle({ hero_image: '/a.jpg', title: 'A' })
    expect(inputOf(formOf(article), article)).toMatchObject({
      title: 'A',
      subtitle: null,
      hero_image: '/a.jpg',
    })
  })
})

describe('a form that was kept', () => {
  test('comes back exactly', () => {
    const form = aForm({ title: '\u202E<b> 👩‍🚀', hero_image: '/a.jpg', featured: true, category: 'hack' })
    expect(formOfCopy({ ...form, edition: 3 }, EMPTY)).toEqual(form)
    expect(formOfCopy({ ...form, hero_image: null }, form).hero_image).toBeNull()
  })

  test('takes what is missing, or of another type, from the stored article', () => {
    const odd = {
      title: 7,
      category: 5,
      featured: 'yes',
      hero_image: false,
      publish_date: null,
      other: 'x',
    }
    expect(formOfCopy(odd, EMPTY)).toEqual(EMPTY)
    expect(formOfCopy(JSON.parse('{"__proto__": {"title": "polluted"}}'), EMPTY)).toEqual(EMPTY)
  })
})

test('forms differ in what is visible', () => {
  expect(differingFields(EMPTY, aForm())).toEqual([])
  expect(differingFields(EMPTY, aForm({ content: 'a', title: 'b' }))).toEqual(['title', 'content'])
  const dates = ['2026-11-20T09:00:00.000Z', '2026-11-20T09:00:00+00:00'] as const
  expect(differingFields(aForm({ publish_date: dates[0] }), aForm({ publish_date: dates[1] }))).toEqual([])
  expect(differingFields(aForm({ publish_date: dates[0] }), EMPTY)).toEqual(['publish_date'])
})

test('unchanged fields follow the stored article, and changed ones stay', () => {
  const before = aForm({ title: 'Old', excerpt: 'Old' })
  const typed = aForm({ title: 'Typed', excerpt: 'Old' })
  const after = aForm({ title: 'Restored', excerpt: 'Restored' })
  expect(rebase(typed, before, after)).toMatchObject({ title: 'Typed', excerpt: 'Restored' })
})

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

test('only fields that both have changed to different values are in conflict', () => {
  const before = aForm({ title: 'T', subtitle: 'S', excerpt: 'E', content: 'C' })
  const mine = { ...before, title: 'Mine', subtitle: 'Same', excerpt: 'Mine alone' }
  const theirs = { ...before, title: 'Theirs', subtitle: 'Same', content: 'Theirs alone' }
  expect(conflictingFields(mine, before, theirs)).toEqual(['title'])
  expect(rebase(mine, before, theirs)).toMatchObject({ excerpt: 'Mine alone', content: 'Theirs alone' })
})
