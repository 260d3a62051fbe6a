import { withFewMarks } from '#core/languages/fold-letters.ts'
import { cachedPattern, isSentenceEnd } from '#core/speech/cached-pattern.ts'
import { sayAcronyms } from '#core/speech/rules/acronyms.ts'
import { sayAddresses } from '#core/speech/rules/addresses.ts'
import { readDashes } from '#core/speech/rules/dashes.ts'
import { expandWeekdays, sayDates } from '#core/speech/rules/dates.ts'
import { readFrancs, sayMoney } from '#core/speech/rules/money.ts'
import { sayMinus, sayNumbers, sayPowers, saySigns } from '#core/speech/rules/signs.ts'
import { sayUnits } from '#core/speech/rules/units.ts'
import type { SpeechWords } from '#core/speech/speech-words.ts'
import { escapePattern, isOne, NUMBER_START, numberSource } from '#core/speech/written-number.ts'

/** Writes abbreviations out. One that ends a sentence leaves its full stop there. */
function expandAbbreviations(text: string, words: SpeechWords): string {
  const { counted, ending, beforeNumber, any } = cachedPattern(words, 'abbreviations', () => ({
    counted: counter(words),
    ending: expander(words.endingAbbreviations),
    beforeNumber: expander(words.beforeNumbers, '(?=\\s?\\d)'),
    any: expander(words.abbreviations),
  }))
  const ended = ending(counted(text), (spoken, rest) =>
    isSentenceEnd(rest, words, 'capital') ? `${spoken}.` : spoken,
  )
  return any(
    beforeNumber(ended, (spoken) => `${spoken} `),
    // Capitals alone are a name, which may end a sentence as well: EE. UU.
    (spoken, rest, written) =>
      /^(?:\p{Lu}+\.[ -]?){2,}$/u.test(written) && rest && isSentenceEnd(rest, words, 'starter')
        ? `${spoken}.`
        : spoken,
  )
}

/** Expands forms that are a noun after a number, as in `5 Min.`. */
function counter(words: SpeechWords): (text: string) => string {
  const { afterNumbers, hasCapitalNouns } = words
  const forms = afterNumbers.map(([written]) => written).join('|')
  const pattern = new RegExp(
    `${NUMBER_START}(${numberSource(words)})[\\s\\u00a0\\u202f]?(${forms})(\\.?)(?![\\p{L}\\p{N}²³'’])`,
    'gu',
  )
  return (text) =>
    text.replace(pattern, (found, number: string, written: string, point: string, at: number) => {
      const noun = afterNumbers.find(([source]) => new RegExp(`^(?:${source})$`, 'u').test(written))
      if (!noun) return found
      const rest = text.slice(at + found.length, at + found.length + 30)
      const isEnd = isSentenceEnd(rest, words, hasCapitalNouns ? 'starter' : 'capital')
      return `${number} ${isOne(number, words) ? noun[1] : noun[2]}${isEnd ? point : ''}`
    })
}

/** `before` is the text that must follow, as the source of a regular expression. */
function expander(pairs: readonly (readonly [written: string, spoken: string])[], before = '') {
  const spoken = new Map(pairs.map(([written, said]) => [written.replace(/\s/g, ''), said]))
  const sources = pairs.map(([written]) => sourceOf(written)).sort((a, b) => b.length - a.length)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}.@/-])(?:${sources.join('|')})(?![\\p{L}@])${before}`, 'gu')
  return (text: string, say: (spoken: string, rest: string, written: string) => string) =>
    text.replace(pattern, (found, at: number) => {
      const key = found.replace(/\s/g, '')
      const small = key.charAt(0).toLowerCase() + key.slice(1)
      const said = spoken.get(key) ?? capitalised(spoken.get(small))
      const rest = text.slice(at + found.length, at + found.length + 30)
      return said === undefined ? found : say(said, rest, spoken.has(key) ? key : small)
    })
}

/** At the beginning of a sentence the first letter may be a capital. */
function sourceOf(written: string): string {
  const first = written.charAt(0)
  const rest = escapePattern(written.slice(1)).replaceAll(' ', '[\\s\\u00a0\\u202f]?')
  return `[${escapePattern(first)}${first.toUpperCase()}]${rest}`
}

const capitalised = (said: string | undefined) => said && said.charAt(0).toUpperCase() + said.slice(1)

const BEFORE_TIME = '(?<![\\p{L}\\d:.,])'
const HOUR = '([01]?\\d|2[0-4])'

/** Every rule reads its whole input, so a long text is read in parts: between sentences, else between words, else anywhere. */
const PARTS = /.{1,5000}$|.{1,5000}(?<=[.!?…])\s|.{1,5000}\s|.{1,5000}/gsu

/** The rules in their order: an earlier rule writes what a later one finds. */
const RULES: readonly ((text: string, words: SpeechWords) => string)[] = [
  sayPowers,
  dropSilent,
  sayAddresses,
  expandWeekdays,
  readFrancs,
  expandAbbreviations,
  readDashes,
  sayDates,
  sayTimes,
  sayMinus,
  sayMoney,
  sayUnits,
  saySigns,
  sayNumbers,
  sayAcronyms,
  (text, { counting }) => counting?.(text) ?? text,
  tidy,
]

/** A text as a person would read it out in its language. Numbers stay figures if every voice of the language can read them. */
export function sayText(text: string, words: SpeechWords | undefined): string {
  const parts = text.match(PARTS) ?? []
  return parts
    .map((part) => (words ? RULES.reduce((said, rule) => rule(said, words), part) : tidy(dropSilent(part))))
    .filter(Boolean)
    .join(' ')
}

/** Emoji, invisible characters, signs of Markdown, and numbers of sources in brackets. */
function dropSilent(text: string): string {
  return withFewMarks(text)
    .normalize('NFC')
    .replace(/\p{RGI_Emoji}/gv, ' ')
    .replace(/[\p{Cf}\p{Co}]|\uFE0F|[\uFFFC\uFFFD]/gu, '')
    .replace(/\[\d{1,3}(?:[,–-]\s?\d{1,3})*\]/g, '')
    .replace(/[*_`|\\^•▪]+/g, ' ')
    .replace(/[₀-₉]/g, (figure) => figure.normalize('NFKC'))
}

/** Reads times of the day. A proportion such as `3:2` is not one, because minutes have two figures. */
function sayTimes(text: string, words: SpeechWords): string {
  const { full, hours } = cachedPattern(words, 'times', () => {
    const { between, after, half, hourAlone } = words.clock
    const end = `(?:${after || half || '(?!)'})?`
    return {
      full: new RegExp(
        `${BEFORE_TIME}${HOUR}(?:${between})([0-5]\\d)(?::[0-5]\\d)?${end}(?![\\d:]|[.,]\\d)`,
        'giu',
      ),
      hours: half || hourAlone ? new RegExp(`${BEFORE_TIME}${HOUR}(?:${half || hourAlone})`, 'giu') : null,
    }
  })
  const said = text.replace(full, (_, hour, minute, letter) => sayTime(hour, minute, letter, words))
  return hours ? said.replace(hours, (_, hour, letter) => sayTime(hour, '0', letter, words)) : said
}

function sayTime(hour: string, minute: string, letter: unknown, { time, clock }: SpeechWords): string {
  const half = clock.half && typeof letter === 'string' ? (letter.toLowerCase() === 'p' ? 'p' : 'a') : null
  return time(Number(hour), Number(minute), half)
}

function tidy(text: string): string {
  return text
    .replace(/…/g, '.')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .replace(/ (?=[,.;:!?)])/g, '')
    .replace(/,(?=[,.;:!?])/g, '')
    .replace(/(?<!\.)\.\.(?!\.)/g, '.')
    .replace(/\( /g, '(')
    .trim()
}
