import type { Citation, SentenceKind } from '#core/domain/sourced-article.ts'
import type { JudgeFinding } from '#core/newsroom/judge/finding.ts'
import type { TextSentence } from '#core/newsroom/judge/reading/read-texts.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import type { SourceIndex, SourceSentence } from '#core/newsroom/judge/source-index.ts'

/** A sentence with what it cites, as rules read it. */
export interface CheckedSentence {
  written: TextSentence
  reading: SentenceReading
  kind: SentenceKind
  key: string
  /** What it names as its sources, also such as there are not. */
  cites: readonly Pick<Citation, 'source' | 'sentence'>[]
  /** What covers it: what it cites, or for headings all that the text cites. */
  cited: readonly SourceSentence[]
  /** Whether it only stands for others, as titles do. */
  isHeading: boolean
  /** How much of an earlier sentence's words it still has; 1 when none has changed. */
  likeness: number
  /** The outlet that this sentence alone rests on, when the text names it nowhere. */
  unnamedOutlet: string | null
  /** The old sources that it rests on, when no sentence before it does. */
  oldSource: string | null
}

/** Finds what is wrong with one sentence. It may be a generator. */
export type JudgeRule = (sentence: CheckedSentence, sources: SourceIndex) => Iterable<JudgeFinding>

/** A sentence that rests on more is not compared with each two of them. */
export const MAX_CITED = 20
/** Of the words in a finding, in characters. */
const MAX_WORDS = 200

export const finding = (code: JudgeFinding['code'], quote = '', other = ''): JudgeFinding => ({
  code,
  quote: shown(quote),
  other: shown(other),
})

const shown = (text: string) =>
  text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS - 1).toWellFormed()}…` : text.toWellFormed()
