import type { Language } from '#core/i18n/languages.ts'

export interface Mutation {
  kind: MutationKind
  text: string
}

export const MUTATION_KINDS = [
  'digits swapped',
  'digit replaced',
  'ten times as much',
  'decimal separator lost',
  'percent lost',
  'year changed',
  'magnitude changed',
] as const
export type MutationKind = (typeof MUTATION_KINDS)[number]

/** The words of a magnitude, each with one that it must not become. */
const MAGNITUDES: Record<Exclude<Language, 'en'>, [RegExp, string][]> = {
  es: [
    [/(?<=mil )millones/gu, 'billones'],
    [/(?<!mil )millones/gu, 'billones'],
    [/(?<= )mil(?= )/gu, 'millones'],
    [/billones/gu, 'millones'],
  ],
  fr: [
    [/milliard/gu, 'billion'],
    [/milliard/gu, 'million'],
    [/million/gu, 'milliard'],
  ],
  de: [
    [/Milliarden/gu, 'Billionen'],
    [/Milliarde(?!n)/gu, 'Million'],
    [/Millionen/gu, 'Milliarden'],
  ],
  it: [
    [/miliard/gu, 'bilion'],
    [/milion/gu, 'miliard'],
    [/miliard/gu, 'milion'],
  ],
  pt: [
    [/mil milhões/gu, 'milhões'],
    [/(?<!mil )milhões/gu, 'mil milhões'],
    [/mil milhões/gu, 'biliões'],
  ],
}

const NUMBER = /\d+(?:[.,\u00a0\u202f]\d+)*/gu

/** Every possible error in one number of a translation, one at a time. */
export function* mutations(target: string, language: Exclude<Language, 'en'>): Generator<Mutation> {
  for (const { 0: number, index } of target.matchAll(NUMBER)) {
    const replaced = (other: string) => target.slice(0, index) + other + target.slice(index + number.length)
    const swap = /(\d)([.,\u00a0\u202f]?)(?!\1)(\d)/u
    if (swap.test(number)) yield { kind: 'digits swapped', text: replaced(number.replace(swap, '$3$2$1')) }
    const last = Number(number.at(-1))
    yield { kind: 'digit replaced', text: replaced(`${number.slice(0, -1)}${(last + 3) % 10}`) }
    if (!/^0+$/.test(number) && !/[.,\u00a0\u202f]\d/.test(number)) {
      yield { kind: 'ten times as much', text: replaced(`${number}0`) }
    }
    if (/^\d+,\d+$/.test(number))
      yield { kind: 'decimal separator lost', text: replaced(number.replace(',', '')) }
    if (/^(?:1[89]|20)\d\d$/.test(number)) {
      yield { kind: 'year changed', text: replaced(String(Number(number) + (Number(number) % 2 ? 1 : -1))) }
    }
    const percent = /^[\s\u00a0\u202f]?(?:%|Prozent)/u.exec(target.slice(index + number.length))
    if (percent) {
      const end = index + number.length
      yield { kind: 'percent lost', text: target.slice(0, end) + target.slice(end + percent[0].length) }
    }
  }
  for (const [pattern, other] of MAGNITUDES[language])
    for (const { 0: word, index } of target.matchAll(pattern))
      yield {
        kind: 'magnitude changed',
        text: target.slice(0, index) + other + target.slice(index + word.length),
      }
}
