import { expect, test } from 'vitest'
import { nameOfPage } from '#app/admin/stories/pages/page-name.ts'

test('a page is called by its English title, by another one, or by its address', () => {
  const texts = [
    { slug: 'imprint', language: 'de', title: 'Impressum' },
    { slug: 'imprint', language: 'en', title: 'Imprint' },
    { slug: 'team', language: 'fr', title: 'Équipe' },
    { slug: 'rules', language: 'en', title: '' },
  ] as const
  expect(nameOfPage('imprint', texts)).toBe('Imprint')
  expect(nameOfPage('team', texts)).toBe('Équipe')
  expect(nameOfPage('rules', texts)).toBe('rules')
  expect(nameOfPage('none', texts)).toBe('none')
})
