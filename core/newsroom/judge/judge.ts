import type { Citation } from '#core/domain/sourced-article.ts'
import { JUDGED_FIELDS, type JudgedField, type SentenceKind } from '#core/domain/sourced-article.ts'
import type { JudgeFinding, Verdict } from '#core/newsroom/judge/finding.ts'

/** A source of an article, with the sentences of it that are known. */
export interface JudgedSource {
  number: number
  outlet: string
  /** Links of the text may lead there. */
  url?: string | null
  /** ISO 8601. */
  published_at: string
  language: string | null
  origin_id: string
  state: 'present' | 'removed' | 'corrected' | 'withdrawn'
  sentences: readonly { id: number; text: string }[]
}

/** Another way to write a name or term, as a person has entered it in the glossary. */
export interface Alias {
  term: string
  as: string
}

/** The texts of an article that are judged. */
export type JudgedTexts = Record<JudgedField, string>

/** A form, or what is saved of it. */
export type JudgedValues = { [Field in JudgedField]?: string | null | undefined }

export const judgedTextsOf = (values: JudgedValues): JudgedTexts =>
  Object.fromEntries(JUDGED_FIELDS.map((field) => [field, values[field] ?? ''])) as JudgedTexts

/** The citations of a sentence of an earlier version of the text, or of a request. */
export interface Binding {
  text: string
  kind: SentenceKind
  cites: readonly Pick<Citation, 'source' | 'sentence'>[]
}

export interface JudgeContext {
  sources: readonly JudgedSource[]
  aliases: readonly Alias[]
  /** Sentences that the second opinion of a model doubts, by their keys. */
  doubts: readonly { key: string; reason: string }[]
}

/** A sentence of the text, as it is stored (`public.article_sentences`), with its place in the source of its field. */
export interface JudgedSentence {
  field: JudgedField
  text: string
  from: number
  to: number
  key: string
  kind: SentenceKind
  cites: Citation[]
  verdict: Verdict
  findings: JudgeFinding[]
  is_signable: boolean
}

type Place = Pick<Citation, 'source' | 'sentence'>

/** Parses an id such as `2.14`: the number of a source, and the place of a sentence in its text, both from 1; null for anything else. */
export function parseCite(id: string): Place | null {
  const [, source, sentence] = /^([1-9]\d{0,3})\.([1-9]\d{0,4})$/.exec(id.trim()) ?? []
  return source && sentence ? { source: Number(source), sentence: Number(sentence) } : null
}

export const citeId = ({ source, sentence }: Place) => `${source}.${sentence}`
