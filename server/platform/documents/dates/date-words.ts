import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { ofEveryLanguage } from '#core/languages/facts-of.ts'
import { wordsIn } from '#core/languages/lists.ts'

const MONTHS = namesOf('month', 12)
const WEEKDAYS = namesOf('weekday', 7)
/** Words without a meaning for a date: `30 de junio de 2024 a las 12:30`, `June 30th at`, `um 12:30 Uhr`, `segunda-feira`. */
const FILLERS = new Set(['h', 'kl', ...ofEveryLanguage(({ dates }) => wordsIn(dates.fillers)).flat()])

/** The meanings of a word in a date. `mar` is a month in some languages and a day in others. */
export interface DateWord {
  /** Months from 1; several if languages disagree, such as `jui`. */
  months: readonly number[]
  /** Weekdays from 0, which is Sunday. */
  weekdays: readonly number[]
  isFiller: boolean
}

/** Reads a word that is written as a name of a month or a weekday, or begins as one. */
export function readDateWord(written: string): DateWord {
  const word = plain(written)
  return {
    months: word.length < 3 ? [] : meaningsOf(word, MONTHS).map((index) => index + 1),
    weekdays: word.length < 2 ? [] : meaningsOf(word, WEEKDAYS),
    isFiller: FILLERS.has(word),
  }
}

const meaningsOf = (word: string, names: readonly (readonly string[])[]) =>
  names.flatMap((ofOne, index) => (ofOne.some((name) => name.startsWith(word)) ? [index] : []))

/** The long names of months or weekdays in all languages. Short ones are their beginnings. */
function namesOf(part: 'month' | 'weekday', count: number): string[][] {
  const formats = LANGUAGE_CODES.map(
    (language) => new Intl.DateTimeFormat(language, { [part]: 'long', timeZone: 'UTC' }),
  )
  return Array.from({ length: count }, (_, index) => {
    // The first day of 2023 was a Sunday.
    const day = part === 'month' ? Date.UTC(2023, index) : Date.UTC(2023, 0, 1 + index)
    return formats.map((format) => plain(format.format(day)))
  })
}

function plain(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
