import { anyOf } from '#core/languages/facts-of.ts'
import type { ReportFacts } from '#core/languages/language-facts.ts'
import type { SourceSentence } from '#core/newsroom/judge/source-index.ts'

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
