import { expect, test } from 'vitest'
import { SECTION_NAMES } from '#app/admin/newsletter/items/section-names.ts'
import { SECTIONS } from '#core/domain/newsletter-issue.ts'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import { createTranslator } from '#core/i18n/translator.ts'

test('the desk names each section by its heading in the English edition', () => {
  const t = createTranslator('en', CATALOGS)
  const headings = SECTIONS.map((section) => [section, t(`newsletter.issue.section.${section}`)])
  expect(SECTION_NAMES).toEqual(Object.fromEntries(headings))
})
