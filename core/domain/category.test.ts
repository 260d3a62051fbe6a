import { describe, expect, test } from 'vitest'
import {
  type CategoryRow,
  DEFAULT_CATEGORIES,
  DEFAULT_SECTIONS,
  findCategory,
  firstSection,
  presentSection,
  sectionsOf,
  sectionsWithColors,
} from '#core/domain/category.ts'
import { isCategorySlug, SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'

const row = (slug: string, position: number | null, retired_to: string | null = null): CategoryRow => ({
  ...{ slug, position, retired_to, color: null, names: {}, descriptions: {} },
})

describe('a section', () => {
  test.each(SHIPPED_SECTIONS)('%s is found in any case', (slug) => {
    expect(findCategory(slug, DEFAULT_SECTIONS)).toMatchObject({ category: { slug }, moved: false })
    expect(findCategory(slug.toUpperCase(), DEFAULT_SECTIONS)).toMatchObject({
      category: { slug },
      moved: false,
    })
  })

  test.each(['', 'sport', 'technology', 'tech/', ' tech', 'constructor', '__proto__'])(
    'is not "%s"',
    (path) => {
      expect(findCategory(path, DEFAULT_SECTIONS)).toBeNull()
    },
  )

  test('is found by an old address, in one step', () => {
    const sections = sectionsOf([row('garden', 1), row('hack', null, 'garden')])
    expect(findCategory('HACK', sections)).toMatchObject({ category: { slug: 'garden' }, moved: true })
    expect(findCategory('garden', sections)).toMatchObject({ category: { slug: 'garden' }, moved: false })
  })
})

test('rows that say nothing else are the constant default, whatever their order', () => {
  const rows = SHIPPED_SECTIONS.map((slug, index) => row(slug, index + 1)).toReversed()
  expect(sectionsOf(rows).categories).toBe(DEFAULT_CATEGORIES)
  expect(sectionsOf(rows.slice(1)).categories).not.toBe(DEFAULT_CATEGORIES)
})

test.each([
  ['tech', true],
  ['a-b-3', true],
  ['a'.repeat(40), true],
  ['a'.repeat(41), false],
  ['', false],
  ['Tech', false],
  ['a--b', false],
  ['-a', false],
  ['tech\n', false],
  ['été', false],
])('the slug %j: %s', (slug, valid) => {
  expect(isCategorySlug(slug)).toBe(valid)
})

test('a new text goes to the first section that has articles of its own, and one of an old address to where it leads', () => {
  const sections = sectionsOf([
    row('news', 1),
    row('garden', 2),
    row('coast', 3),
    row('business', null, 'coast'),
  ])
  expect(
    ['business', 'coast', 'news', 'of-nobody', null].map((slug) => presentSection(slug, sections)),
  ).toEqual(['coast', 'coast', 'news', 'garden', 'garden'])
  expect(firstSection([{ slug: 'news' }])).toBe('news')
})

test('the section of all articles has the accent of the paper, unless it has a colour of its own', () => {
  const of = (color: string | null, accent: string | null) => {
    const categories = DEFAULT_CATEGORIES.map((category) =>
      category.slug === 'news' ? { ...category, color } : category,
    )
    const colors = sectionsWithColors({ categories, accent })
    return {
      news: colors.find(({ slug }) => slug === 'news')?.color,
      tech: colors.find(({ slug }) => slug === 'tech')?.color,
    }
  }
  expect(of(null, '#0f7b3f')).toEqual({ news: '#0f7b3f', tech: null })
  expect(of('#b45309', '#0f7b3f')).toEqual({ news: '#b45309', tech: null })
  expect(of(null, null)).toEqual({ news: null, tech: null })
})
