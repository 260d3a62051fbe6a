import { anyOf } from '#core/languages/facts-of.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'

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

const NAME = String.raw`((?:\p{Lu}[\p{L}-]+(?:\s+(?:de|von|van|der|la|al|bin|di|da|dos)(?=\s+\p{Lu}))?\s?){1,4})(?!['’]s)`
const SAYING = anyOf(({ reports }) => reports.says)
export const SAYS = new RegExp(
  `(?<!\\p{L})(?:${SAYING}|${anyOf(({ reports }) => reports.accordingTo)})(?!\\p{L})`,
  'iu',
)
/** Said Ada Byron, said the mayor of Ghent, Ada Byron; Ada Byron, head of the office, said. */
const AFTER_VERB = new RegExp(
  String.raw`^[\s,]*(?:${SAYING})\s+(?:\p{Ll}[\p{L}-]*,?\s+|\p{Lu}[\p{L}-]*['’]s\s+){0,6}${NAME}`,
  'u',
)
const BEFORE_VERB = new RegExp(
  String.raw`^[\s,]*(?:\p{Ll}[\p{L}-]*\s+|\p{Lu}[\p{L}-]*['’]s\s+|['’]s\s+){0,6}${NAME}(?:,[^,“”"«»]{0,80},)?\s*(?:${SAYING})(?!\p{L})`,
  'u',
)
const BEFORE = new RegExp(
  String.raw`${NAME}(?:,[^,“”"«»]{0,80},)?\s*(?:${SAYING})(?:,|:|\s+(?:that|they|he|she|it|she would|would|\p{Ll}+)){0,6}\s*$`,
  'u',
)

const GOES_ON = new RegExp(String.raw`^(?:,[^,“”"«»]{0,80},)?\s*(?:${SAYING})(?!\p{L})`, 'u')

/** Returns true if a name that ends at this place is that of the speaker of the following words. */
export const isSpeaker = ({ text }: Pick<SentenceReading, 'text'>, to: number) => GOES_ON.test(text.slice(to))

/** The name of the speaker of a quotation, in the words of its sentence right around it; null when there is none. */
export function nearSpeaker({ text }: Pick<SentenceReading, 'text'>, { from, to }: Quotation): string | null {
  const after = text.slice(to)
  const found = AFTER_VERB.exec(after) ?? BEFORE_VERB.exec(after) ?? BEFORE.exec(text.slice(0, from))
  return found?.[1]?.trim() ?? null
}
