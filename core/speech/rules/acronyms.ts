import { cachedPattern, isSentenceEnd } from '#core/speech/cached-pattern.ts'
import type { SpeechWords } from '#core/speech/speech-words.ts'

/** Short acronyms that are read as words; all longer ones with a vowel are. */
const WORDS = new Set(
  'FLOP FLOPS ONU IVA DAX MDAX CAC NASA NATO OTAN RAM ROM LAN GAN RAG ARM SOTA AIDS SIDA BERT LORA FIFA UEFA OPEC OPEP IKEA VIP PIN SIM TED GATT SARS ZIP DALL ESA CERN MINT BAFÖG PISA TÜV ADAC INED INSEE UNED'.split(
    ' ',
  ),
)
for (const spelled of ['TÜV', 'ADAC']) WORDS.delete(spelled)
const MAX_SPELLED = 6
const ROMAN = /^(?:X{0,3})(?:IX|IV|V?I{0,3})$/

/** Spells acronyms that are not words, letter by letter, and reads Roman numbers. A text in capitals has no acronyms. */
export function sayAcronyms(text: string, words: SpeechWords): string {
  const { dot } = words
  const named = sayRulers(text, words)
    .replace(/(?<![\p{L}\d])C#/gu, 'C sharp')
    .replace(/\+\+(?![\p{L}\d])/gu, ' plus plus')
    .replace(/(?<![\p{L}\d])\.NET(?!\p{L})/gu, `${dot} net`)
    .replace(/(?<=\p{L}[\p{L}\d])\.(?=\p{Ll}{2})/gu, ` ${dot} `)
    .replace(/(?<![\p{L}\d])(?:\p{Lu}\.){2,}/gu, (letters, at: number, whole: string) => {
      const rest = whole.slice(at + letters.length, at + letters.length + 30)
      return spell(letters.replaceAll('.', '')) + (rest && isSentenceEnd(rest, words, 'starter') ? '.' : '')
    })
  if (isShouted(named)) return named
  return named.replace(
    /(?<!\p{Lu})(\p{Lu}{2,})(?!\p{Ll}{2}|\p{Lu})/gu,
    (found, letters: string, at: number, whole: string) => {
      const before = whole.charAt(at - 1)
      const isInWord = /\p{L}/u.test(before)
      if (!isInWord && letters.length < 6 && ROMAN.test(letters)) return String(romanNumber(letters))
      const isWord = WORDS.has(letters) || (letters.length > 4 && /[AEIOUY]/.test(letters))
      if (isWord || letters.length > MAX_SPELLED) return found
      return (isInWord ? ' ' : '') + spell(letters)
    },
  )
}

/** Reads the numbers of rulers, as in `Charles III`. A single letter is a number as well there. */
function sayRulers(text: string, words: SpeechWords): string {
  const { rulers } = words
  if (!rulers) return text
  const pattern = cachedPattern(
    words,
    'rulers',
    () => new RegExp(`(?<!\\p{L})(${rulers.names}) ([IVX]{1,5})(${rulers.end ?? ''})(?![\\p{L}\\d])`, 'gu'),
  )
  return text.replace(pattern, (found, name: string, letters: string, end: string, at: number) => {
    if (!ROMAN.test(letters)) return found
    const isEnd =
      end === '.' && isSentenceEnd(text.slice(at + found.length, at + found.length + 30), words, 'starter')
    return `${name} ${rulers.say(romanNumber(letters), name)}${isEnd ? end : ''}`
  })
}

const spell = (letters: string) => [...letters].join(' ')

/** Returns true for a headline in capitals. */
function isShouted(text: string): boolean {
  const [capitals, small] = [/\p{Lu}/gu, /\p{Ll}/gu].map((letter) => text.match(letter)?.length ?? 0) as [
    number,
    number,
  ]
  return capitals > 12 && capitals > 2 * small
}

function romanNumber(letters: string): number {
  const values = new Map([
    ['I', 1],
    ['V', 5],
    ['X', 10],
  ])
  const numbers = [...letters].map((letter) => values.get(letter) ?? 0)
  return numbers.reduce((sum, value, index) => sum + (value < (numbers[index + 1] ?? 0) ? -value : value), 0)
}
