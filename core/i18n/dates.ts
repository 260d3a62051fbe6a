import { type Language, localeOf } from '#core/i18n/languages.ts'

/** The date on an article card: 'Nov 20, 2026', '20 nov 2026', '20. Nov. 2026' … */
export function formatCardDate(iso: string, language: Language): string {
  return formatDate(iso, language, 'short')
}

/** The date on the page of an article: 'November 20, 2026', '20 de noviembre de 2026' … */
export function formatArticleDate(iso: string, language: Language): string {
  return formatDate(iso, language, 'long')
}

/** A moment of the database, which sends six digits after the point, for the attribute `datetime`, for which HTML allows three. */
export const htmlTime = (moment: string): string => moment.replace(/(\.\d{3})\d+/, '$1')

/** Enough for the dates of a few hundred articles in a few languages. */
const MAX_CACHED_DATES = 2_000

const cachedDates = new Map<string, string>()

function formatDate(iso: string, language: Language, month: 'short' | 'long'): string {
  const key = `${language} ${month} ${iso}`
  const cached = cachedDates.get(key)
  if (cached !== undefined) return cached
  const date = formatOf(language, month).format(new Date(iso))
  const formatted = language === 'fr' ? date.replace(/^1(?=\s)/, '1er') : date
  if (cachedDates.size >= MAX_CACHED_DATES) cachedDates.clear()
  cachedDates.set(key, formatted)
  return formatted
}

/** Cached, because constructing a format takes a hundred times as long as using it. */
const cachedFormats = new Map<string, Intl.DateTimeFormat>()

function formatOf(language: Language, month: 'short' | 'long'): Intl.DateTimeFormat {
  const key = `${language} ${month}`
  const cached = cachedFormats.get(key)
  if (cached) return cached
  const format = new Intl.DateTimeFormat(dateLocale(language), {
    year: 'numeric',
    month,
    day: 'numeric',
    timeZone: 'UTC', // The server and every browser must show the same day.
  })
  cachedFormats.set(key, format)
  return format
}

/** `pt-PT` has only digits in its short form. `pt-BR` has the month's name there, and the same long form. */
function dateLocale(language: Language) {
  return language === 'pt' ? 'pt-BR' : localeOf(language)
}
