import { formsOf } from '#core/languages/lists.ts'
import type { SpeechWords } from '#core/speech/speech-words.ts'

const MONTHS = Array.from({ length: 12 }, (_, month) => month + 1)

/** Writes dates that are made of figures, and short names of months beside one, as they are said. */
export function sayDates(text: string, words: SpeechWords): string {
  const written = text
    .replace(/(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?![\d-])/g, (found, year, month, day) =>
      sayDate(found, year, month, day, words),
    )
    .replace(
      /(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d|[./-]\d)/g,
      (found, first, mark, second, year) => sayInOrder(found, [first, second, year], mark, words),
    )
    .replace(/(?<![\d./-])(\d{2})([./])(\d{2})\2(\d{2})(?!\d|[./-]\d)/g, (found, first, mark, second, year) =>
      sayInOrder(found, [first, second, `20${year}`], mark, words),
    )
  return expandMonths(written, words)
}

function sayInOrder(
  found: string,
  [first, second, year]: [string, string, string],
  mark: string,
  words: SpeechWords,
): string {
  const isMonthFirst = words.isMonthFirst && mark === '/' && Number(first) <= 12
  return isMonthFirst
    ? sayDate(found, year, first, second, words)
    : sayDate(found, year, second, first, words)
}

function sayDate(found: string, year: string, month: string, day: string, { locale }: SpeechWords): string {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return found
  return formatOf(locale, { day: 'numeric', month: 'long', year: 'numeric' }).format(date)
}

const written = new Map<SpeechWords, { pattern: RegExp; names: Map<string, string> }>()

/** As in `Nov. 28` and `28 nov.`: only beside a number, because some are words as well. */
function expandMonths(text: string, words: SpeechWords): string {
  const known = written.get(words) ?? shortMonths(words)
  written.set(words, known)
  return text.replace(known.pattern, (found, before: string | undefined, after: string | undefined) => {
    const name = known.names.get((before ?? after ?? '').toLowerCase())
    return name === undefined ? found : found.replace(/\p{L}+\.?/u, name)
  })
}

function shortMonths({ locale, months }: SpeechWords) {
  const nameOf = (month: number, form: 'long' | 'short') =>
    formatOf(locale, { month: form, day: 'numeric' })
      .formatToParts(Date.UTC(2026, month - 1, 15))
      .find(({ type }) => type === 'month')?.value ?? ''
  const short = [...MONTHS.map((month) => [nameOf(month, 'short'), month] as const), ...formsOf(months, 1)]
  const names = new Map(
    short.map(([name, month]) => [name.replace(/\.$/, '').toLowerCase(), nameOf(month, 'long')]),
  )
  const source = [...names.keys()]
    .map((name) => `[${name.charAt(0).toUpperCase()}${name.charAt(0)}]${name.slice(1)}`)
    .join('|')
  return {
    names,
    pattern: new RegExp(
      `(?<=\\d\\.? )(${source})(?:\\.|(?!\\p{L}))|(?<!\\p{L})(${source})(?:\\.|(?!\\p{L}))(?= \\d)`,
      'gu',
    ),
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${options.month} ${options.year ?? ''}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  formats.set(key, known)
  return known
}
