import { type Language, localeOf } from '#core/i18n/languages.ts'

/** The date on an article card: 'Nov 20, 2026', '20 nov 2026', '20. Nov. 2026' … */
export function formatCardDate(iso: string, language: Language): string {
  return formatDate(iso, language, 'short')
}

/** The date on the page of an article: 'November 20, 2026', '20 de noviembre de 2026' … */
export function formatArticleDate(iso: string, language: Language): string {
  return formatDate(iso, language, 'long')
}

/** Enough for the dates of a few hundred articles in a few languages. */
const MAX_CACHED_DATES = 2_000

const cachedDates = new Map<string, string>()

function formatDate(iso: string, language: Language, month: 'short' | 'long'): string {
  const key = `${language} ${month} ${iso}`
  const cached = cachedDates.get(key)
  if (cached !== undefined) return cached
  const date = formatOf(language, month).format(new Date(iso))
  const formatted = writeFirst(date, language)
  if (cachedDates.size >= MAX_CACHED_DATES) cachedDates.clear()
  cachedDates.set(key, formatted)
  return formatted
}

/** The first of a month is an ordinal in French. */
export function writeFirst(date: string, language: Language): string {
  return language === 'fr' ? date.replace(/\b1(?=\s\p{L})/gu, '1er') : date
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
