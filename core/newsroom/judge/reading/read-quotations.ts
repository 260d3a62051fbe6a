/** Words in quotation marks. */
export interface Quotation {
  text: string
  from: number
  to: number
}

const MAX = 2000
const PAIRS = [
  ['“', '[“”]'],
  ['„', '[“”]'],
  ['«', '»'],
  ['»', '«'],
  ['"', '"'],
] as const
const QUOTED = new RegExp(
  [
    ...PAIRS.map(([open, close]) => `${open}([^“”„«»"]{1,${MAX}})${close}`),
    // A single mark is an apostrophe as often.
    String.raw`(?<![\p{L}\p{N}])['‘‚]([^'‘’‚“”"]{1,${MAX}}(?:['’][\p{L}][^'‘’‚“”"]{0,${MAX}}){0,8})['’](?![\p{L}\p{N}])`,
  ].join('|'),
  'gu',
)

/** The quotations of a text, in their order, without their marks. */
export function readQuotations(text: string): Quotation[] {
  return [...text.matchAll(QUOTED)].map((match) => ({
    text: match.slice(1).find((group) => group !== undefined) ?? '',
    from: match.index,
    to: match.index + match[0].length,
  }))
}

export const isQuoted = (quotations: readonly Quotation[], at: number) =>
  quotations.some(({ from, to }) => at >= from && at < to)
