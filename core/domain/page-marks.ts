import type { Settings } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'
import { listLanguages } from '#core/i18n/list-languages.ts'
import { formatNewsletterTime } from '#core/i18n/newsletter-time.ts'

/** The marks between braces that a page may contain, such as {site_name}, and their values. */
export const PAGE_MARKS = [
  'site_name',
  'contact_address',
  'responsible',
  'site_url',
  'newsletter_time',
  'languages',
] as const
export type PageMark = (typeof PAGE_MARKS)[number]
export type MarkValues = Readonly<Record<PageMark, string>>

type Known = Pick<
  Settings,
  | 'site_name'
  | 'contact_address'
  | 'editorial_responsibility'
  | 'newsletter_time'
  | 'newsletter_zone'
  | 'languages'
>

/** The values of the marks in a language. If nobody is named as responsible, it is the publication. */
export function markValues(settings: Known, siteUrl: string, language: Language): MarkValues {
  return {
    site_name: settings.site_name,
    contact_address: settings.contact_address,
    responsible: settings.editorial_responsibility?.name ?? settings.site_name,
    site_url: siteUrl,
    newsletter_time: formatNewsletterTime(settings, language),
    languages: listLanguages(settings.languages, language),
  }
}

const MARK = /\{([a-z][a-z_]{0,40})\}/g

export const hasMark = (text: string, mark: PageMark) => text.includes(`{${mark}}`)

/**
 * Fills in the marks in one pass, so that nothing in a value is filled in again. An unknown mark stays as it is, and one that may not be
 * filled in.
 */
export function fillMarks(text: string, values: MarkValues, mayFill = () => true): string {
  return text.replace(MARK, (written, name: string) =>
    Object.hasOwn(values, name) && mayFill() ? values[name as PageMark] : written,
  )
}

/** The unknown marks in a text, with their places. Code is left out. */
export function findUnknownMarks(text: string): { mark: string; from: number; to: number }[] {
  return [...withoutCode(text).matchAll(MARK)].flatMap(({ 0: mark, 1: name = '', index }) =>
    (PAGE_MARKS as readonly string[]).includes(name) ? [] : [{ mark, from: index, to: index + mark.length }],
  )
}

/** Blanks take the place of code, so that what follows stays where it is. */
function withoutCode(markdown: string): string {
  return markdown.replace(/^(`{3,}|~{3,})[\s\S]*?^\1|(?<!`)(`+)(?!`)[^`]*\2(?!`)/gm, (code) =>
    ' '.repeat(code.length),
  )
}
