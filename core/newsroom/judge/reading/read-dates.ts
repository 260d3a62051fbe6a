import type { Language } from '#core/i18n/languages.ts'
import ENGLISH from '#core/languages/en.ts'
import { anyOf, factsOf, hasCapitalDates, ofEveryLanguage } from '#core/languages/facts-of.ts'
import type { ReportFacts } from '#core/languages/language-facts.ts'
import { formsOf, wordsIn } from '#core/languages/lists.ts'
import type { SourceSentence } from '#core/newsroom/judge/source-index.ts'

/** A date or a day of the week, as far as a text says it. */
export interface DateMention {
  day: number | null
  /** From 1 on. */
  month: number | null
  year: number | null
  /** From 0, Sunday, on. */
  weekday: number | null
  text: string
  from: number
  to: number
}

interface DatePatterns {
  date: RegExp
  months: Map<string, number>
  shortMonths: ReadonlySet<string>
  weekday: RegExp
  weekdays: Map<string, number>
}

const YEAR = String.raw`(?:19|20)\d\d`
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th|er|º|°|\.)?`
const NUMERIC = new RegExp(
  String.raw`(?<!\d)(?:(?<isoYear>${YEAR})-(?<isoMonth>\d\d)-(?<isoDay>\d\d)|(?<one>\d{1,2})[./](?<two>\d{1,2})[./](?<year>${YEAR}))(?!\d)`,
  'gu',
)
const RANGE = ofEveryLanguage(({ numbers }) => numbers.range)
  .flatMap(wordsIn)
  .join('|')
const ARTICLE = anyOf(({ instructions }) => instructions.article)
const FROM_DAY = new RegExp(
  String.raw`(?<!\d)(\d{1,2})\.?(?:\s?[–-]\s?|\s(?:${RANGE})\s(?:(?:${ARTICLE}) )?)$`,
  'u',
)
const TO_DAY = /^(?:\s?[–-]\s?|\s(?:to|and)\s)(\d{1,2})(?=[.,;]|$|\s(?:in|at|and|with|by|for)\s)/u
const cached = new Map<Language, DatePatterns>()

/** The dates and days of the week of a text, in their order. */
export function readDates(text: string, language: Language): DateMention[] {
  const { date, months, shortMonths, weekday, weekdays } = patternsOf(language)
  const isCapital = hasCapitalDates(language)
  const dates: DateMention[] = []
  const add = (from: number, words: string, mention: Partial<DateMention>) =>
    dates.push({
      day: null,
      month: null,
      year: null,
      weekday: null,
      ...mention,
      text: words,
      from,
      to: from + words.length,
    })
  for (const { 0: words, index, groups = {} } of text.matchAll(date)) {
    const name = groups.m1 ?? groups.m2 ?? ''
    // English has verbs like these.
    if (isCapital && !/^\p{Lu}/u.test(name)) continue
    const day = Number.parseInt(groups.d1 ?? groups.d2 ?? '', 10)
    const year = Number(groups.y1 ?? groups.y2) || null
    // Short forms such as mar are words and names as well.
    if (shortMonths.has(name.toLowerCase()) && Number.isNaN(day) && year === null) continue
    const month = months.get(name.toLowerCase()) ?? null
    // 8 to 9 June, June 8–9: two days of one month.
    const before = FROM_DAY.exec(text.slice(Math.max(0, index - 12), index))
    if (before && groups.d1) add(index - before[0].length, before[0], { day: Number(before[1]), month, year })
    const after = groups.d2 && year === null ? TO_DAY.exec(text.slice(index + words.length)) : null
    if (after) add(index + words.length, after[0], { day: Number(after[1]), month })
    add(index, words, {
      day: day >= 1 && day <= 31 ? day : null,
      month,
      year,
    })
  }
  for (const { 0: words, index, groups = {} } of text.matchAll(NUMERIC)) {
    const [one, two] = [Number(groups.isoDay ?? groups.one), Number(groups.isoMonth ?? groups.two)]
    const year = Number(groups.isoYear ?? groups.year)
    if (two <= 12) add(index, words, { day: one, month: two, year })
    if (one <= 12 && two > 12) add(index, words, { day: two, month: one, year })
  }
  for (const { 0: words, index } of text.matchAll(weekday)) {
    if (isCapital && !/^\p{Lu}/u.test(words)) continue
    add(index, words, {
      weekday:
        weekdays.get(words.toLowerCase()) ??
        weekdays.get(words.toLowerCase().replace(/s$|(?<=tag)\p{L}+$/u, '')) ??
        null,
    })
  }
  return dates.toSorted((a, b) => a.from - b.from)
}

function patternsOf(language: Language): DatePatterns {
  const known = cached.get(language)
  if (known) return known
  const { months: names, weekdays: days } = (factsOf(language) ?? ENGLISH).dates
  // The shortest forms are words of their own, such as so.
  const numbered = (names: readonly string[], first: number) =>
    new Map(formsOf(names, first).filter(([form]) => form.length > 2))
  const [months, weekdays] = [numbered(names, 1), numbered(days, 0)]
  const month = alternatives(months)
  const patterns: DatePatterns = {
    date: new RegExp(
      String.raw`(?<![\p{L}\p{N}])(?:(?<d1>${DAY}) ?(?:of |de |d['’])?(?<m1>${month})\.?(?![\p{L}])(?:,? (?:de )?(?<y1>${YEAR}))?|(?<m2>${month})\.?(?![\p{L}])(?: (?:the )?(?<d2>${DAY})(?!\p{L}|\d| (?:out )?of (?:\p{L}+ )?\d))?(?:,? (?:de )?(?<y2>${YEAR}))?)(?![\p{L}\p{N}])`,
      'giu',
    ),
    months,
    shortMonths: new Set(names.flatMap((forms) => forms.toLowerCase().split('|').slice(1))),
    weekday: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${alternatives(weekdays)})(?:s|${anyOf(({ reports }) => reports.weekdayEndings)})?(?![\\p{L}\\p{N}])`,
      'giu',
    ),
    weekdays,
  }
  cached.set(language, patterns)
  return patterns
}

const alternatives = (names: ReadonlyMap<string, number>) =>
  [...names.keys()].toSorted((a, b) => b.length - a.length).join('|')

const yearPattern = (part: (reports: ReportFacts) => string) =>
  new RegExp(
    anyOf(({ reports }) => part(reports)),
    'iu',
  )
const NEXT = yearPattern(({ nextYear }) => nextYear)
const LAST = yearPattern(({ lastYear }) => lastYear)
const THIS = yearPattern(({ thisYear, today }) => `${thisYear}|${today}`)

/** The years that a sentence of a source means without saying them: that of its publication, and those beside it. */
export function yearsOf(sentence: SourceSentence): ReadonlySet<number> {
  const published = Number(sentence.source.published_at.slice(0, 4))
  if (/(?<!\d)(?:19|20)\d\d(?!\d)/.test(sentence.text)) return new Set()
  const years = new Set<number>()
  const { text, dates } = sentence
  if (dates.length > 0 || THIS.test(text)) years.add(published)
  if (NEXT.test(text)) years.add(published + 1)
  if (LAST.test(text)) years.add(published - 1)
  return years
}

const DAY_MS = 24 * 3600_000
const dayPattern = (part: (reports: ReportFacts) => string) =>
  new RegExp(`(?<!\\p{L})(?:${anyOf(({ reports }) => part(reports))})(?!\\p{L})`, 'iu')
const YESTERDAY = dayPattern(({ yesterday }) => yesterday)
const TODAY = dayPattern(({ today }) => today)
const TOMORROW = dayPattern(({ tomorrow }) => tomorrow)

/** The days that a sentence of a source means by yesterday or by a day of the week: those around its publication. */
export function daysOf({ text, dates, source }: SourceSentence): Date[] {
  const published = Date.parse(source.published_at)
  if (Number.isNaN(published)) return []
  const day = (offset: number) => new Date(published + offset * DAY_MS)
  const days = [
    ...(YESTERDAY.test(text) ? [day(-1)] : []),
    ...(TODAY.test(text) ? [day(0)] : []),
    ...(TOMORROW.test(text) ? [day(1)] : []),
  ]
  for (const { weekday } of dates)
    if (weekday !== null)
      for (let offset = -7; offset <= 7; offset++)
        if (day(offset).getUTCDay() === weekday) days.push(day(offset))
  return days
}
