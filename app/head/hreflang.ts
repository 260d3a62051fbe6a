import type { MetaDescriptor } from 'react-router'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

/** The address of a page in one language. */
export interface PageVersion {
  language: Language
  path: string
}

/** The hreflang links of a page, always in the same order; `x-default` is the English version. */
export function linkVersions(versions: PageVersion[], siteUrl: string): MetaDescriptor[] {
  const link = (hrefLang: string, code: Language) => {
    const version = versions.find(({ language }) => language === code)
    return version ? { tagName: 'link', rel: 'alternate', hrefLang, href: siteUrl + version.path } : []
  }
  return [...LANGUAGE_CODES.flatMap((code) => link(code, code)), link('x-default', DEFAULT_LANGUAGE)].flat()
}
