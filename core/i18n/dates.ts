import { type Language, localeOf } from '#core/i18n/languages.ts'

/** The date on an article card: 'Nov 20, 2026', '20 nov 2026', '20. Nov. 2026' … */
export function formatCardDate(iso: string, language: Language): string {
  return formatDate(iso, language, 'short')
}

/** The date an article carries itself: 'November 20, 2026', '20 de noviembre de 2026' … */
export function formatArticleDate(iso: string, language: Language): string {
  return formatDate(iso, language, 'long')
}

/** Making a format costs a hundred times what using it does. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatDate(iso: string, language: Language, month: 'short' | 'long') {
  const key = `${language} ${month}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(dateLocale(language), {
      year: 'numeric',
      month,
      day: 'numeric',
      timeZone: 'UTC', // The server and every browser must write the same day.
    })
    formats.set(key, format)
  }
  const date = format.format(new Date(iso))
  return language === 'fr' ? date.replace(/^1(?=\s)/, '1er') : date
}

/** Portugal shortens dates to digits; the short form with the month's name is Brazil's, the long one is the same. */
function dateLocale(language: Language) {
  return language === 'pt' ? 'pt-BR' : localeOf(language)
}
