import { francAll } from 'franc-min'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { factsOf, ofEveryLanguage } from '#core/languages/facts-of.ts'
import { isFunctionWord } from '#core/languages/function-words.ts'
import type { Problem } from '#core/translation/problem.ts'

/** Fewer letters do not tell one language from another. */
const MIN_LETTERS = 80
/** The least difference in likelihood of another language. Names and short quotations in another language stay below it. */
const MARGIN = 0.04
/** The longest part of a piece in another language, in characters. */
const QUOTE = 60

const ONLY = ofEveryLanguage(({ iso3 }) => iso3)

/** A piece of a text that is in another language, such as English that was left as it was. At most one is named. */
export function checkLanguage(text: string, language: Language): Problem[] {
  for (const piece of piecesOf(text)) {
    const detected = detectLanguage(piece, language)
    if (detected !== language)
      return [{ code: 'wrong_language', detected, quote: piece.trim().slice(0, QUOTE).toWellFormed() }]
  }
  return []
}

/** Returns true when a text has letters enough for its language to be told, and is English. */
export function isEnglish(text: string, language: Language): boolean {
  return countLetters(text) >= MIN_LETTERS && detectLanguage(text, language) === 'en'
}

/** The language of a text of some length; the expected one unless another is clearly likelier. */
function detectLanguage(text: string, expected: Language): Language {
  if (!factsOf(expected)) return expected
  const scores = new Map(francAll(text, { only: ONLY }))
  const scoreOf = (language: Language) => scores.get(factsOf(language)?.iso3 ?? '') ?? 0
  const best = LANGUAGE_CODES.reduce((one, other) => (scoreOf(other) > scoreOf(one) ? other : one))
  if (scoreOf(expected) >= scoreOf(best) * (1 - MARGIN)) return expected
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const [own, other] = [expected, best].map(
    (language) => words.filter((word) => isFunctionWord(word, language)).length,
  )
  return (own ?? 0) > (other ?? 0) ? expected : best
}

/** Long sentences one by one, and the short ones together. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let short = ''
  for (const sentence of text.split(/(?<=[.!?…][”“"»’]?)\s+/u)) {
    if (countLetters(sentence) >= MIN_LETTERS) pieces.push(sentence)
    else short += `${sentence} `
  }
  return countLetters(short) >= MIN_LETTERS ? [...pieces, short] : pieces
}

const countLetters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0
