import type { Category } from '#core/domain/article.ts'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The name of the category, as on the page of an article. */
export function categoryName(category: Category, language: Language): string {
  return CATALOGS[language][`card.badge.${category}`]
}
