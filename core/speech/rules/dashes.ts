import { cachedPattern } from '#core/speech/cached-pattern.ts'
import type { SpeechWords } from '#core/speech/speech-words.ts'
import { numberSource, readNumber } from '#core/speech/written-number.ts'

/** The distance from a dash within which the text shows its kind. */
const NEAR = 60
const CLOCK = '\\d{1,2}[:h.]\\d\\d'
const UNIT = '\\s?(\\p{L}[\\p{L}.]*|[%°€$£]\\p{L}?)'

/**
 * Distinguishes the dash of a range from that of an insertion. Between numbers a range gets an en dash without spaces, which later rules
 * read, and between dates, times and amounts the word itself; every other dash between spaces is a pause, or nothing at the beginning of a
 * sentence.
 */
export function readDashes(text: string, words: SpeechWords): string {
  return (
    text
      // A whole price: `5.–`, `5,-`.
      .replace(/(\d)[.,][–—-]{1,2}(?![\p{L}\d])/gu, '$1')
      .replace(/(\d\s?(?:[%€$£h]|°C|[ap]\.?m\.?)|\d(?:bn|[kKmMB])?(?=-[$€£¥]))-(?=[$€£¥]?\d)/giu, '$1–')
      // An insertion without spaces inside, as in Spanish: `La empresa –la mayor– crece`.
      .replace(
        /(^|\s|\()[–—](?=\S)([^–—\n]{1,300}?\S)[–—](?=[\s.,;:!?)]|$)/gu,
        (_, before: string, said: string) => `${before.trim() || (before ? ',' : '')} ${said},`,
      )
      .replace(/(?:^|\s)[–—](?=\p{L})|^—(?=\S)/gu, (_, at: number) => (at === 0 ? '' : ', '))
      .replace(/(?:^|\s)[–—-]{1,3}(?:\s+|$|(?=[,.;:!?)]))|–/gu, (dash, at: number, whole: string) => {
        const left = whole.slice(Math.max(0, at - NEAR), at).trimEnd()
        const right = whole.slice(at + dash.length, at + dash.length + 4 * NEAR)
        if (isRange(left, right, words)) return ` ${words.to} `
        if (dash === '–') return dash
        if (isRangeOfNumbers(left, right, words)) return '–'
        return left === '' || /[.!?…:;,(]$/.test(left) || /^(?:$|[.,;:!?)])/.test(right) ? ' ' : ', '
      })
  )
}

/** Returns true for a range of dates, months, weekdays, Roman numbers, or amounts of the same. */
function isRange(left: string, right: string, words: SpeechWords): boolean {
  const { ends, begins, amountBefore, amountAfter } = cachedPattern(words, 'ranges', () => {
    const { months, weekdays } = words
    const namesOf = (names: readonly string[]) => `(?:${names.join('|')})(?!\\p{L})\\.?`
    const month = namesOf(months)
    const dated = `\\d{1,2}(?:\\.|er|º)?\\s(?:de\\s|d[’'])?${month}(?:\\s(?:de\\s)?\\d{4})?|${month}\\s\\d{1,2}(?:,?\\s\\d{4})?`
    const named = [dated, month, namesOf(weekdays), '[IVX]{2,}(?!\\p{L})']
    return {
      ends: named.map((source) => new RegExp(`(?<![\\p{L}\\d])(?:${source})$`, 'u')),
      begins: named.map((source) => new RegExp(`^(?:${source})`, 'u')),
      amountBefore: new RegExp(`(?<![\\p{L}\\d])\\d[\\d.,:]*${UNIT}$`, 'u'),
      amountAfter: new RegExp(`^\\d[\\d.,:]*${UNIT}`, 'u'),
    }
  })
  if (ends.some((end, index) => end.test(left) && begins[index]?.test(right))) return true
  const [unit, other] = [amountBefore.exec(left), amountAfter.exec(right)].map((found) =>
    found?.[1]?.replaceAll('.', '').replace(/^[ap]m$/i, 'm'),
  )
  return unit !== undefined && unit === other && !isInserted(right)
}

/** A range goes upwards, except one of hours. */
function isRangeOfNumbers(left: string, right: string, words: SpeechWords): boolean {
  const { before, after, hour } = cachedPattern(words, 'ranges of numbers', () => {
    const number = `${CLOCK}(?!\\d)|${numberSource(words)}`
    return {
      before: new RegExp(`(?<![\\p{L}\\p{N}-]|\\d[.,])(${number})(\\.?)$`, 'u'),
      after: new RegExp(`^[$€£¥]?(${number})(\\.(?!\\d)|)`, 'u'),
      hour: /^\d{1,2}\s?(?:Uhr|h(?:oras|eures|rs)?(?!\p{L})|[ap]\.?m)/iu,
    }
  })
  const [, from, ordinal] = before.exec(left) ?? []
  const [, to, other] = after.exec(right) ?? []
  if (from === undefined || to === undefined || isInserted(right) || /^[\d.,\s]+=/.test(right)) return false
  if (ordinal) return other === ordinal
  const isClock = [from, to].every((number) => new RegExp(`^${CLOCK}$`).test(number))
  return isClock || hour.test(right) || readNumber(from, words) < readNumber(to, words)
}

/** Returns true if another dash ends the insertion that this one begins. */
const isInserted = (right: string): boolean =>
  /^(?:[^.!?–—]|\.(?=\d))*?\s[–—-](?:\s(?!\d)|[,.;:])/.test(right)
