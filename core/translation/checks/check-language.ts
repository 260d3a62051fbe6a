import { francAll } from 'franc-min'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import type { Problem } from '#core/translation/checks/problem.ts'

/** Fewer letters do not tell one language from another. */
const MIN_LETTERS = 80
/** How much likelier another language must be. Names and short quotations in another language stay below it. */
const MARGIN = 0.04
/** Of a piece in another language, in characters. */
const QUOTE = 60

const CODES: Record<Language, string> = { en: 'eng', es: 'spa', fr: 'fra', de: 'deu', it: 'ita', pt: 'por' }

/** Pieces of a text that are in another language, such as English that was left as it was. At most one is named. */
export function checkLanguage(target: string, language: Language): Problem[] {
  for (const piece of piecesOf(target)) {
    const detected = detectLanguage(piece, language)
    if (detected !== language) return [{ code: 'wrong_language', detected, quote: piece.trim().slice(0, QUOTE) }]
  }
  return []
}

/** The language of a text of some length; the expected one unless another is clearly likelier. */
export function detectLanguage(text: string, expected: Language): Language {
  const scores = francAll(text, { only: Object.values(CODES) })
  const scoreOf = (language: Language) => scores.find(([code]) => code === CODES[language])?.[1] ?? 0
  const [best] = LANGUAGE_CODES.toSorted((one, other) => scoreOf(other) - scoreOf(one))
  return best !== undefined && scoreOf(expected) < scoreOf(best) * (1 - MARGIN) ? best : expected
}

/** Long sentences one by one, and the short ones together. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let short = ''
  for (const sentence of text.split(/(?<=[.!?…][”“"»’]?)\s+/u)) {
    if (countLetters(sentence) >= MIN_LETTERS) pieces.push(sentence)
    else short += `${sentence} `
  }
  return countLetters(short) >= MIN_LETTERS ? [...pieces, short] : pieces
}

export const countLetters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0
