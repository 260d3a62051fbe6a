import { expect, test } from 'vitest'
import { type Category, DEFAULT_CATEGORIES } from '#core/domain/category.ts'
import { settingsOf } from '#core/domain/settings.ts'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import { categoryWords } from '#core/i18n/category-words.ts'
import { publicationTranslator } from '#core/i18n/publication-catalogs.ts'

const section = (slug: string, more: Partial<Category> = {}): Category => ({
  ...{ slug, color: null, names: {}, descriptions: {} },
  ...more,
})
const translator = (categories: Category[], language: 'en' | 'de' | 'fr') => {
  const sections = { categories, formerCategories: new Map<string, string>() }
  const rows = [{ key: 'tagline', value: { en: 'Climate, checked' } }]
  return publicationTranslator(
    settingsOf(rows, { contact_address: 'a@example.org' }, sections).settings,
    language,
  )
}

test('the shipped sections have no words of their own', () => {
  expect(categoryWords(DEFAULT_CATEGORIES)).toEqual({})
})

test('a name that is missing in a language is the English one, and a missing description is the tagline', () => {
  const t = translator([section('garden', { names: { en: 'Garden', de: 'Garten' } })], 'fr')
  expect(t('category.garden.name')).toBe('Garden')
  expect(t('footer.categories.garden')).toBe('Garden')
  expect(t('category.garden.description')).toBe('Climate, checked')
  expect(
    translator([section('garden', { names: { en: 'Garden', de: 'Garten' } })], 'de')('card.badge.garden'),
  ).toBe('Garten')
})

test('a shipped section keeps the shipped texts that its own do not replace', () => {
  const own = [section('tech', { names: { en: 'Machines' } }), section('hack', { names: { de: 'Basteln' } })]
  expect(translator(own, 'de')('category.tech.name')).toBe('Machines')
  expect(translator(own, 'de')('category.tech.description')).toBe(CATALOGS.de['category.tech.description'])
  expect(translator(own, 'de')('category.hack.title')).toBe('Basteln')
  expect(translator(own, 'en')('category.hack.name')).toBe(CATALOGS.en['category.hack.name'])
})

test.each(['constructor', 'a'.repeat(40)])('the slug %s is a name like any other', (slug) => {
  expect(translator([section(slug, { names: { en: '🌱 حديقة' } })], 'en')(`category.${slug}.name`)).toBe(
    '🌱 حديقة',
  )
})
