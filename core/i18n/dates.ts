import { type Language, localeOf } from '#core/i18n/languages.ts'

/** The date on an article card: 'Nov 20, 2026', '20 nov 2026', '20. Nov. 2026' … */
export function formatCardDate(iso: string, language: Language): string {
  return formatDate(iso, language, 'short')
}

/** The date an article carries itself: 'November 20, 2026', '20 de noviembre de 2026' … */
export function formatArticleDate(iso: string, language: Language): string {
  return formatDate(iso, language, 'long')
}

/** The dates of a few hundred articles, in a few languages; a list writes two dozen. */
const KEPT_DATES = 2_000

const dates = new Map<string, string>()

function formatDate(iso: string, language: Language, month: 'short' | 'long'): string {
  const key = `${language} ${month} ${iso}`
  const known = dates.get(key)
  if (known !== undefined) return known
  const date = formatOf(language, month).format(new Date(iso))
  const written = language === 'fr' ? date.replace(/^1(?=\s)/, '1er') : date
  if (dates.size >= KEPT_DATES) dates.clear()
  dates.set(key, written)
  return written
}

/** Making a format costs a hundred times what using it does. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(language: Language, month: 'short' | 'long'): Intl.DateTimeFormat {
  const key = `${language} ${month}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(dateLocale(language), {
    year: 'numeric',
    month,
    day: 'numeric',
    timeZone: 'UTC', // The server and every browser must write the same day.
  })
  formats.set(key, format)
  return format
}

/** Portugal shortens dates to digits; the short form with the month's name is Brazil's, the long one is the same. */
function dateLocale(language: Language) {
  return language === 'pt' ? 'pt-BR' : localeOf(language)
}
