import { type DateMention, daysOf, yearsOf } from '#core/newsroom/judge/reading/read-dates.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'
import type { SourceSentence } from '#core/newsroom/judge/source-index.ts'

/** Every date is in the citations, or is the day that a word such as Tuesday or yesterday means there. */
export const dates: JudgeRule = function* ({ reading, cited }) {
  for (const date of reading.dates) {
    if (cited.some((sentence) => says(sentence, date))) continue
    const other = cited
      .flatMap((sentence) => sentence.dates)
      .find(({ weekday }) => (weekday === null) === (date.weekday === null))
    yield finding('date_not_in_source', date.text, other?.text)
  }
}

function says(sentence: SourceSentence, date: DateMention): boolean {
  const days = daysOf(sentence)
  if (date.weekday !== null)
    return (
      sentence.dates.some(({ weekday }) => weekday === date.weekday) ||
      days.some((day) => day.getUTCDay() === date.weekday) ||
      sentence.dates.some((other) => weekdayOf(other, sentence) === date.weekday)
    )
  return (
    sentence.dates.some((other) => isSameDate(date, other, sentence)) ||
    days.some(
      (day) =>
        day.getUTCMonth() + 1 === date.month &&
        (date.day === null || day.getUTCDate() === date.day) &&
        (date.year === null || day.getUTCFullYear() === date.year),
    )
  )
}

/** A source may say more of a date than the text, and leave out its own year. */
function isSameDate(date: DateMention, other: DateMention, sentence: SourceSentence): boolean {
  if (date.month !== other.month || (date.day !== null && date.day !== other.day)) return false
  if (date.year === null || date.year === other.year) return true
  return (
    other.year === null && (yearsOf(sentence).has(date.year) || sentence.text.includes(String(date.year)))
  )
}

function weekdayOf({ day, month, year }: DateMention, { source }: SourceSentence): number | null {
  if (day === null || month === null) return null
  const known = year ?? Number(source.published_at.slice(0, 4))
  return new Date(Date.UTC(known, month - 1, day)).getUTCDay()
}
