import type { Language } from '#core/i18n/languages.ts'
import type { NumberToken } from '#core/translation/checks/numbers/number-tokens.ts'
import type { NumberWordsOf } from '#core/translation/checks/numbers/number-words-of.ts'
import type { Quantities, Quantity } from '#core/translation/checks/numbers/quantity.ts'

/** A text that is being read, and what was found so far. */
export interface Reading {
  text: string
  tokens: NumberToken[]
  words: NumberWordsOf
  language: Language
  found: Quantities
}

/** Of a quantity, in characters. */
const QUOTE = 80

export function addQuantity(
  { text, found }: Pick<Reading, 'text' | 'found'>,
  { from, to }: { from: number; to: number },
  rest: Partial<Quantity> & Pick<Quantity, 'says'>,
): void {
  const quoted = text.slice(from, to)
  found.quantities.push({
    from,
    to,
    text: quoted.slice(0, QUOTE),
    value: null,
    name: null,
    units: new Set(),
    isStrict: false,
    isDigits: /\d/.test(quoted),
    ...rest,
  })
}

/** The index of the first token from a place in the text on. */
export function tokenFrom(tokens: readonly NumberToken[], index: number, place: number): number {
  let next = index
  while (next < tokens.length && (tokens[next]?.from ?? 0) < place) next++
  return next
}

/** Whether nothing but a space or a hyphen is between two places. */
export const isJoined = (text: string, from: number, to: number) =>
  to - from <= 2 && /^(?:[\s\u00a0\u202f]?[-‑]?)$/.test(text.slice(from, to))
