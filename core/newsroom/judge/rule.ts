import type { Citation, SentenceKind } from '#core/domain/sourced-article.ts'
import type { JudgeFinding } from '#core/newsroom/judge/finding.ts'
import type { TextSentence } from '#core/newsroom/judge/reading/read-texts.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import type { SourceIndex, SourceSentence } from '#core/newsroom/judge/source-index.ts'

/** A sentence with its citations, as rules read it. */
export interface CheckedSentence {
  written: TextSentence
  reading: SentenceReading
  kind: SentenceKind
  key: string
  /** The citations that it names, also those that do not exist. */
  cites: readonly Pick<Citation, 'source' | 'sentence'>[]
  /** The sentences that cover it: its citations, or for headings all those of the text. */
  cited: readonly SourceSentence[]
  /** True if it only summarises others, as titles do. */
  isHeading: boolean
  /** The share of an earlier sentence's words that it still has; 1 when none has changed. */
  likeness: number
  /** The only outlet that this sentence rests on, when the text names it nowhere. */
  unnamedOutlet: string | null
  /** The old sources that it rests on, if it is the first sentence to do so. */
  oldSource: string | null
}

/** Finds the problems of one sentence. It may be a generator. */
export type JudgeRule = (sentence: CheckedSentence, sources: SourceIndex) => Iterable<JudgeFinding>

/** A sentence with more citations is not compared with pairs of them. */
export const MAX_CITED = 20
/** The longest words of a finding, in characters. */
const MAX_WORDS = 200

export const finding = (code: JudgeFinding['code'], quote = '', other = ''): JudgeFinding => ({
  code,
  quote: shown(quote),
  other: shown(other),
})

const shown = (text: string) =>
  text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS - 1).toWellFormed()}…` : text.toWellFormed()
