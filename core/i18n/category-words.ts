import type { Category } from '#core/domain/category.ts'
import { SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'
import { inLanguage, type Localized } from '#core/domain/site-words.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

/**
 * The messages of sections that a publication has named or described itself, by language. A text that is missing in a language is the
 * English one; a section that is not shipped has every message, and an empty description where there is none.
 */
export function categoryWords(
  categories: readonly Category[],
): Partial<Record<Language, Record<string, string>>> {
  const own = categories.filter(
    ({ slug, names, descriptions }) =>
      !SHIPPED_SECTIONS.includes(slug) || Object.keys({ ...names, ...descriptions }).length > 0,
  )
  if (own.length === 0) return {}
  return Object.fromEntries(
    LANGUAGE_CODES.map((language) => [
      language,
      Object.assign({}, ...own.map((category) => wordsOf(category, language))),
    ]),
  )
}

function wordsOf({ slug, names, descriptions }: Category, language: Language): Record<string, string> {
  const isShipped = SHIPPED_SECTIONS.includes(slug)
  const name = textIn(names, language) ?? (isShipped ? undefined : slug)
  const description = textIn(descriptions, language) ?? (isShipped ? undefined : '')
  return {
    ...(name !== undefined && {
      [`category.${slug}.name`]: name,
      [`category.${slug}.title`]: name,
      [`card.badge.${slug}`]: name,
      [`footer.categories.${slug}`]: name,
    }),
    ...(description !== undefined && { [`category.${slug}.description`]: description }),
  }
}

function textIn(texts: Partial<Localized<string>>, language: Language): string | undefined {
  return inLanguage(texts as Localized<string | undefined>, language)
}
