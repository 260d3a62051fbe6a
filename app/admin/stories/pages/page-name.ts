import { t } from '#app/admin/kit/messages.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'
import type { LegalPage } from '#core/paths.ts'

/** The names of the shipped pages at the desk. */
export const PAGE_NAMES: Record<LegalPage, string> = {
  about: t('pages.shipped.about'),
  contact: t('pages.shipped.contact'),
  privacy: t('pages.shipped.privacy'),
  terms: t('pages.shipped.terms'),
  disclaimer: t('pages.shipped.disclaimer'),
}

/** Returns the name of a page by its texts: the English one, if there is one. */
export function nameOfPage(
  slug: string,
  texts: readonly { slug: string; language: Language; title: string }[],
): string {
  const own = texts.filter((text) => text.slug === slug)
  return (own.find(({ language }) => language === DEFAULT_LANGUAGE) ?? own[0])?.title || slug
}
