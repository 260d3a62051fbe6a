import type { MetaDescriptor } from 'react-router'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

/** A page in one of its languages. */
export interface PageVersion {
  language: Language
  path: string
}

/** Links to a page in each of its languages, always in the same order; `x-default`, for everybody else, is the English one. */
export function linkVersions(versions: PageVersion[], siteUrl: string): MetaDescriptor[] {
  const link = (hrefLang: string, code: Language) => {
    const version = versions.find(({ language }) => language === code)
    return version ? { tagName: 'link', rel: 'alternate', hrefLang, href: siteUrl + version.path } : []
  }
  return [...LANGUAGE_CODES.flatMap((code) => link(code, code)), link('x-default', DEFAULT_LANGUAGE)].flat()
}
