import type { CheckRule } from '#core/check/checked-article.ts'
import { foundInText } from '#core/check/finding.ts'
import type { Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import type { LanguageFacts } from '#core/languages/language-facts.ts'
import { wordsIn } from '#core/languages/lists.ts'

/** A date in a text that names its weekday. */
interface WrittenDate {
  from: number
  to: number
  /** 0 is Sunday. */
  weekday: number
  day: number
  /** 1 is January. */
  month: number
  /** Null when the text leaves it out. */
  year: number | null
}

const cachedPatterns = new Map<Language, RegExp[]>()

const indexIn = (names: readonly string[], word: string) =>
  names.findIndex((forms) => forms.toLowerCase().split('|').includes(word.toLowerCase()))

const yearOf = (digits: string | undefined) => (digits === undefined ? null : Number(digits))

const DAY_MS = 86_400_000
/** A date without a year is one of these days around the publication, as a rule the nearest. */
const WINDOW_DAYS = 200

/** The distance within which a year is looked for: a story about another year may name it once and then leave it out. */
const AROUND = 400

/** Weekdays that do not fit the date beside them. */
export const weekday: CheckRule = function* ({ everything, input: { language, publish_date } }) {
  const published = Date.parse(publish_date)
  for (const block of everything) {
    for (const date of writtenDates(block.text, language)) {
      const around = block.text.slice(Math.max(0, date.from - AROUND), date.to + AROUND)
      const mentioned = around.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? []
      const right = possibleWeekdays(date, published, mentioned.map(Number))
      if (right.length === 0 || right.includes(date.weekday)) continue
      const [other = ''] = factsOf(language)?.dates.weekdays[right[0] ?? 0]?.split('|') ?? []
      yield foundInText(block, date, { rule: 'weekday', severity: 'problem', other })
    }
  }
}

/** The weekdays that the date can have; the likeliest first. None when there is no such date. */
function possibleWeekdays(date: WrittenDate, published: number, mentioned: number[]): number[] {
  if (date.year !== null) return [timeOf(date, date.year)].filter((time) => time !== null).map(weekdayOf)
  if (Number.isNaN(published)) return []
  const year = new Date(published).getUTCFullYear()
  const near = [year - 1, year, year + 1]
    .map((candidate) => timeOf(date, candidate))
    .filter((time) => time !== null)
    .filter((time) => Math.abs(time - published) <= WINDOW_DAYS * DAY_MS)
    .toSorted((a, b) => Math.abs(a - published) - Math.abs(b - published))
  const others = mentioned.map((candidate) => timeOf(date, candidate)).filter((time) => time !== null)
  return near.length === 0 ? [] : [...near, ...others].map(weekdayOf)
}

const weekdayOf = (time: number) => new Date(time).getUTCDay()

function timeOf({ day, month }: WrittenDate, year: number): number | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 ? date.getTime() : null
}

/** The dates with a weekday of a text: "Monday, November 23", "lundi 23 novembre 2026", "Montag (23.11.)", "23 November (Monday)". */
function* writtenDates(text: string, language: Language): Generator<WrittenDate> {
  const facts = factsOf(language)
  if (!facts) return
  const { weekdays, months } = facts.dates
  for (const pattern of patternsOf(language, facts)) {
    for (const { 0: matched, index, groups = {} } of text.matchAll(pattern)) {
      const { name, weekday: word = '', day, month: number } = groups
      // "Sat" is a day, "sat" is not.
      if (/^\p{Ll}{2,3}$/u.test(word)) continue
      const weekday = indexIn(weekdays, word)
      const month = name === undefined ? Number(number) : indexIn(months, name) + 1
      if (weekday === -1 || month < 1) continue
      yield {
        from: index,
        to: index + matched.length,
        weekday,
        month,
        day: Number(day),
        year: yearOf(groups.year),
      }
    }
  }
}

function patternsOf(language: Language, { dates: words, numbers }: LanguageFacts): RegExp[] {
  const cached = cachedPatterns.get(language)
  if (cached) return cached
  const { weekdays, months, between, isMonthFirst } = words
  const of = wordsIn(words.of)
    .map((word) => String.raw`${word}\s`)
    .join('|')
  const edge = String.raw`(?![\p{L}\p{N}])`
  const start = String.raw`(?<![\p{L}\p{N}])`
  const weekday = `(?<weekday>${weekdays.join('|')})${edge}`
  const name = String.raw`(?<name>${months.join('|')})${edge}(?:\.(?=,?\s\d{4}))?`
  const day = String.raw`(?<day>[12]\d|3[01]|0?[1-9])(?:\.|${numbers.ordinals}|º|°)?${edge}`
  const year = String.raw`(?:,?\s(?:${of})?(?<year>(?:19|20)\d\d)${edge})?`
  const gap = String.raw`[\s,.(]{1,3}(?:(?:${between})\s)?`
  const dates = [
    String.raw`${day}\s(?:${of})?${name}${year}`,
    // Numbers alone are read as day and month, which English does not write in one way.
    ...(isMonthFirst
      ? [String.raw`${name}\s${day}${year}`]
      : [
          String.raw`(?<day>[12]\d|3[01]|0?[1-9])[./](?<month>1[0-2]|0?[1-9])(?:[./](?<year>(?:19|20)\d\d)|\.)${edge}`,
        ]),
    String.raw`(?<year>(?:19|20)\d\d)-(?<month>1[0-2]|0[1-9])-(?<day>[12]\d|3[01]|0[1-9])${edge}`,
  ]
  const patterns = dates.flatMap((date) => [
    new RegExp(`${start}${weekday}${gap}${date}`, 'giu'),
    new RegExp(String.raw`${start}${date}\s\(${weekday}\)`, 'giu'),
  ])
  cachedPatterns.set(language, patterns)
  return patterns
}
