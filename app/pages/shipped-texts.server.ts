import { parseShippedPage, type ShippedPage } from '#core/domain/shipped-page.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { LegalPage } from '#core/paths.ts'

const FOLDER = '../../core/i18n/messages/'
const FILES = import.meta.glob<string>('../../core/i18n/messages/*/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The text of a page as it comes with the product. */
export function readShippedPage(slug: LegalPage, language: Language, subject: 'ai' | 'any'): ShippedPage {
  return parseShippedPage(FILES[`${FOLDER}${language}/${slug}.md`] ?? '', subject)
}
