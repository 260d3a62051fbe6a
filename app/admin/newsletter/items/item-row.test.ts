import { expect, test } from 'vitest'
import { SECTION_NAMES } from '#app/admin/newsletter/items/item-row.tsx'
import { SECTIONS } from '#core/domain/newsletter-issue.ts'
import { messagesBeforeWords } from '#core/i18n/publication-catalogs.ts'

test.each(['ai', 'any'] as const)(
  'the desk names each section by its heading in the English edition: %s',
  (subject) => {
    const messages: Record<string, string> = messagesBeforeWords({ subject }, 'en')
    const headings = SECTIONS.map((section) => [section, messages[`newsletter.issue.section.${section}`]])
    expect(SECTION_NAMES[subject]).toEqual(Object.fromEntries(headings))
  },
)
