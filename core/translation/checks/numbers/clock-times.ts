import type { Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import type { DateFacts } from '#core/languages/language-facts.ts'
import { type NumberWordsOf, numbersOf } from '#core/languages/number-words-of.ts'
import type { NumberToken } from '#core/translation/checks/numbers/number-tokens.ts'
import { normalizeNumber, normalizeTime } from '#core/translation/checks/numbers/quantity.ts'

interface ClockPatterns {
  half: RegExp
  late: RegExp
  smallHours: RegExp
  noon: RegExp
  isNoon: RegExp
  at: RegExp
  phrases: { pattern: RegExp; minutes: number }[]
}

/** The longest text after an hour, in characters. */
const MAX_AFTER = 40

const cached = new Map<Language, ClockPatterns>()

function patternsOf(language: Language): ClockPatterns | null {
  const known = cached.get(language)
  const dates = factsOf(language)?.dates
  if (known || !dates) return known ?? null
  const { clock } = dates
  const { andHalf } = numbersOf(language)
  const groupOf = (name: string) => `(?<${name}>${clock.noon}|${clock.midnight}|[\\p{L}\\d]{1,12})`
  const patterns: ClockPatterns = {
    half: halfPattern(dates),
    late: new RegExp(`(?<!\\p{L})(?:${clock.late})(?!\\p{L})`, 'iu'),
    smallHours: new RegExp(`(?<!\\p{L})(?:${clock.smallHours})(?!\\p{L})`, 'iu'),
    at: new RegExp(`(?<!\\p{L})(?:${clock.at}) $`, 'iu'),
    noon: new RegExp(
      `(?<![\\p{L}\\d-])(?:(${clock.noon})|(${clock.midnight}))( (?:${andHalf.replaceAll(';', '|') || '(?!)'}))?(?!\\p{L})`,
      'giu',
    ),
    isNoon: new RegExp(`^(?:${clock.noon}|${clock.midnight})$`, 'iu'),
    phrases: clock.phrases.map(([pattern, minutes]) => ({
      pattern: new RegExp(
        `(?<![\\p{L}\\d])${pattern
          .replace('H', groupOf('hour'))
          .replace('M ', `${groupOf('part')} `)
          .replace(/M$/, groupOf('part'))}(?![\\p{L}\\d]|[.,:]\\d)`,
        'giu',
      ),
      minutes,
    })),
  }
  cached.set(language, patterns)
  return patterns
}

function halfPattern({ oClock, clock: { morning, evening, night } }: DateFacts): RegExp {
  return new RegExp(
    `^(?:\\s?(?:h|${oClock})(?!\\p{L})(?:\\s?[0-5]\\d)?)?,?\\s?(?:(${morning})|(${evening})|(${night}))(?!\\p{L})`,
    'iu',
  )
}

/** The hour of a day of twenty-four hours: nine in the evening is 21, twelve at night is 0. */
function hourOfDay(hour: number, [, morning, evening]: RegExpExecArray): number {
  const half = hour % 12
  if (morning !== undefined) return half
  return evening !== undefined || half >= 6 ? half + 12 : half
}

/** Reads an hour before a word for the half of the day; null when there is none. */
export function halfDayMeanings(
  text: string,
  { to }: Pick<NumberToken, 'to'>,
  { hour, minutes, language }: { hour: number; minutes: number; language: Language },
): string[] | null {
  if (hour > 12) return null
  const found = patternsOf(language)?.half.exec(text.slice(to, to + MAX_AFTER))
  if (!found) return null
  const whole = hourOfDay(hour, found)
  return [normalizeTime(whole, minutes), ...(minutes === 0 ? [normalizeNumber(whole)] : [])]
}

/** Returns true when the text before a number shows that it may be a time. */
export const isAtTime = (before: string, language: Language) => patternsOf(language)?.at.test(before) ?? false

/** Returns true when a text speaks of an afternoon, an evening or a night, so that its nine may be 21. */
export const isLate = (text: string, language: Language) => patternsOf(language)?.late.test(text) ?? false

/** Returns true when a text speaks of a night, which begins on one day and ends on the next. */
export const isInSmallHours = (text: string, language: Language) =>
  patternsOf(language)?.smallHours.test(text) ?? false

export interface ClockPhrase {
  from: number
  to: number
  meanings: string[]
  /** The amount of hours, if it may be a duration: une heure et demie. */
  amount: number | null
}

/** The times of day that are said in words: half past nine, halb zehn, las nueve y media, midi et demi. */
export function clockPhrases(text: string, { word }: NumberWordsOf, language: Language): ClockPhrase[] {
  const phrases: ClockPhrase[] = []
  const patterns = patternsOf(language)
  if (!patterns) return phrases
  const numberOf = (said: string) =>
    /^\d+$/.test(said) ? Number(said) : (word(said)?.value ?? (patterns.isNoon.test(said) ? 12 : undefined))
  for (const { pattern, minutes: added } of patterns.phrases)
    for (const { 0: phrase, index, groups } of text.matchAll(pattern)) {
      const hour = numberOf(groups?.hour?.toLowerCase() ?? '')
      const part = groups?.part === undefined ? 1 : numberOf(groups.part.toLowerCase())
      if (hour === undefined || hour < 1 || hour > 12 || part === undefined) continue
      if (groups?.part !== undefined && (part % 5 !== 0 || part < 5 || part > 25)) continue
      const [to, minutes] = [index + phrase.length, added * part]
      const early = hour * 60 + minutes
      const times = [early, early + 720, early + 1440].map((time) =>
        normalizeTime(Math.floor(time / 60), time % 60),
      )
      const half = patterns.half.exec(text.slice(to, to + MAX_AFTER))
      const exact = half ? Math.floor((hourOfDay(hour, half) * 60 + minutes + 1440) / 60) : null
      phrases.push({
        from: index,
        to,
        amount: exact === null ? hour + minutes / 60 : null,
        meanings:
          exact === null
            ? [...times, normalizeNumber(hour + minutes / 60)]
            : [normalizeTime(exact, (minutes + 60) % 60)],
      })
    }
  for (const { 0: phrase, 1: noon, 3: half, index } of text.matchAll(patterns.noon))
    phrases.push({
      from: index,
      to: index + phrase.length,
      amount: null,
      meanings: (noon ? [12] : [0, 24]).flatMap((hour) =>
        half ? [normalizeTime(hour, 30)] : [normalizeTime(hour, 0), normalizeNumber(hour)],
      ),
    })
  return phrases
}
