import { describe, expect, test } from 'vitest'
import type { Article } from '#core/domain/article.ts'
import {
  type ArticleForm,
  differingFields,
  emptyForm,
  formOf,
  formOfCopy,
  inputOf,
  rebase,
} from './article-form.ts'

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
      category: 'sports',
      featured: 'yes',
      hero_image: false,
      publish_date: null,
      other: 'x',
    }
    expect(formOfCopy(odd, EMPTY)).toEqual(EMPTY)
    expect(formOfCopy(JSON.parse('{"__proto__": {"title": "polluted"}}'), EMPTY)).toEqual(EMPTY)
  })
})

test('forms differ in what somebody would see', () => {
  expect(differingFields(EMPTY, aForm())).toEqual([])
  expect(differingFields(EMPTY, aForm({ content: 'a', title: 'b' }))).toEqual(['title', 'content'])
  const dates = ['2026-11-20T09:00:00.000Z', '2026-11-20T09:00:00+00:00'] as const
  expect(differingFields(aForm({ publish_date: dates[0] }), aForm({ publish_date: dates[1] }))).toEqual([])
  expect(differingFields(aForm({ publish_date: dates[0] }), EMPTY)).toEqual(['publish_date'])
})

test('what nobody touched follows the stored article, and what was typed stays', () => {
  const before = aForm({ title: 'Old', excerpt: 'Old' })
  const typed = aForm({ title: 'Typed', excerpt: 'Old' })
  const after = aForm({ title: 'Restored', excerpt: 'Restored' })
  expect(rebase(typed, before, after)).toMatchObject({ title: 'Typed', excerpt: 'Restored' })
})
