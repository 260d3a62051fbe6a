import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

/** What a page is called by its texts: the English one, if there is one. */
export function nameOfPage(
  slug: string,
  texts: readonly { slug: string; language: Language; title: string }[],
): string {
  const own = texts.filter((text) => text.slug === slug)
  return (own.find(({ language }) => language === DEFAULT_LANGUAGE) ?? own[0])?.title || slug
}
