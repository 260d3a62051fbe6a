import { formsOf } from '#core/languages/lists.ts'
import { cachedPattern, isSentenceEnd } from '#core/speech/cached-pattern.ts'
import type { SpeechWords } from '#core/speech/speech-words.ts'

const MONTHS = Array.from({ length: 12 }, (_, month) => month + 1)

/** Writes dates in figures, and short names of months beside one, in their spoken form. */
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
  return expandMonths(sayShortDates(written, words), words)
}

/** `Fr., 5. Mai` and `Mo.–Fr.`: short names of weekdays are words as well. */
export function expandWeekdays(text: string, words: SpeechWords): string {
  const { names, pattern } = cachedPattern(words, 'weekdays', () => {
    const short = words.weekdays.flatMap((forms) => {
      const [name = '', ...others] = forms.split('|')
      return others.filter(({ length }) => length < 5).map((other) => [other, name] as const)
    })
    const source = short.map(([written]) => written).join('|') || '(?!)'
    return {
      names: new Map(short),
      pattern: new RegExp(
        `(?<!\\p{L})(?:(${source})(?:\\.,?|,)(?= (?:\\d{1,2}\\.(?: ?\\d{1,2}\\.| \\p{L})|\\d{1,2}(?:[:.–-]\\d+)? ?(?:Uhr|[ap]\\.?m)|(?:${words.months.join('|')})(?!\\p{L})))|(${source})\\.?(?= ?[–-] ?(?:${source})(?!\\p{L}))|(?<=(?:${source})\\.? ?[–-] ?)(${source})\\.?(?!\\p{L}))`,
        'gu',
      ),
    }
  })
  return text.replace(pattern, (found, dated?: string, from?: string, to?: string) => {
    const name = names.get(dated ?? from ?? to ?? '')
    return name === undefined ? found : name + (dated && found.endsWith(',') ? ',' : '')
  })
}

/** A German date without its year has a point after each number, as `am 28.11.`; a version, or the end of a sentence, may look the same. */
function sayShortDates(text: string, words: SpeechWords): string {
  const { beforeShortDate, locale, to, and } = words
  if (!beforeShortDate) return text
  const patterns = cachedPattern(words, 'short dates', () => ({
    range: new RegExp(
      `(?<![\\d.])(\\d{1,2}\\.(?:\\d{1,2}\\.)?) ?([–/-]) ?(?=\\d{1,2}\\. ?(?:\\d{1,2}\\.(?!\\d)|${words.months.join('|')}))`,
      'g',
    ),
    date: /(?<![\d.])([0-3]?\d)\. ?([01]?\d)\.(?!\d)/g,
    before: new RegExp(`(?<!\\p{L})${beforeShortDate} $`, 'u'),
  }))
  return text
    .replace(patterns.range, (_, first, sign) => `${first} ${sign === '/' ? and : to} `)
    .replace(patterns.date, (found, day: string, month: string, at: number, whole: string) => {
      const after = whole.slice(at + found.length, at + found.length + 20)
      const isDate =
        patterns.before.test(whole.slice(Math.max(0, at - 20), at)) ||
        /^(?: ?\p{Ll}|,|\))/u.test(after.trimStart())
      if (!isDate || Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31)
        return found
      const isEnd = isSentenceEnd(after, words, 'starter')
      return `${Number(day)}. ${nameOfMonth(Number(month), locale)}${isEnd ? '.' : ''}`
    })
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

/** Expands months as in `Nov. 28` and `28 nov.`: only beside a number, because some are words as well. */
function expandMonths(text: string, words: SpeechWords): string {
  const known = written.get(words) ?? shortMonths(words)
  written.set(words, known)
  return text.replace(
    known.pattern,
    (found, before: string | undefined, after: string | undefined, at: number) => {
      const name = known.names.get((before ?? after ?? '').toLowerCase())
      const rest = text.slice(at + found.length, at + found.length + 30)
      const isEnd = found.endsWith('.') && rest && isSentenceEnd(rest, words, 'starter')
      return name === undefined || found.startsWith(name) ? found : name + (isEnd ? '.' : '')
    },
  )
}

function nameOfMonth(month: number, locale: string, form: 'long' | 'short' = 'long'): string {
  const parts = formatOf(locale, { month: form, day: 'numeric' }).formatToParts(Date.UTC(2026, month - 1, 15))
  return parts.find(({ type }) => type === 'month')?.value ?? ''
}

function shortMonths({ locale, months, and, to }: SpeechWords) {
  const short = [
    ...MONTHS.map((month) => [nameOfMonth(month, locale, 'short'), month] as const),
    ...formsOf(months, 1),
    // Portuguese has only figures beside a day.
  ].filter(([name]) => !/\d/.test(name))
  const names = new Map(
    short.map(([name, month]) => [name.replace(/\.$/, '').toLowerCase(), nameOfMonth(month, locale)]),
  )
  const source = [...names.keys()]
    .map((name) => `[${name.charAt(0).toUpperCase()}${name.charAt(0)}]${name.slice(1)}`)
    .join('|')
  return {
    names,
    pattern: new RegExp(
      `(?<=\\d(?:\\.|er|º)? (?:de )?)(${source})(?:\\.|(?!\\p{L}))|(?<!\\p{L})(${source})(?:\\.|(?!\\p{L}))(?= \\d| (?:${and}|${to}) (?:${source})(?!\\p{L}))`,
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
