import type { CheckRule } from '#core/check/checked-article.ts'
import { foundInText } from '#core/check/found.ts'
import { DATE_WORDS } from '#core/check/text/date-words.ts'
import { type WrittenDate, writtenDates } from '#core/check/text/written-dates.ts'

const DAY_MS = 86_400_000
/** A date without a year is one of these days around the publication, as a rule the nearest. */
const WINDOW_DAYS = 200

/** A story about another year may name it once and then leave it out; so far around a date it is looked for. */
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
      const other = DATE_WORDS[language].names[right[0] ?? 0] ?? ''
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
