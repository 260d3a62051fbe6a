import { fieldsWith } from '#core/domain/article-fields.ts'
import type { JudgeFinding, Verdict } from '#core/newsroom/judge/finding.ts'

export const JUDGED_FIELDS = fieldsWith('judged')
export type JudgedField = (typeof JUDGED_FIELDS)[number]

export type SentenceKind = 'fact' | 'quote' | 'context' | 'heading'

export const DRAFT_LENGTHS = ['short', 'medium', 'long'] as const
export type DraftLength = (typeof DRAFT_LENGTHS)[number]

/** A part of a model's answer that was left out, with its problem; or a sentence about data that the model was not given. */
export interface Dropped {
  text: string
  codes: string[]
}

/** The origin of an article that rests on sources. */
export interface SourcedArticle {
  article_id: string
  group_id: string | null
  begun_at: string
  begun_by: string | null
  /** The model that wrote its first text; null when a person did. */
  model: string | null
  drafted_at: string | null
  question: string
  length: DraftLength | null
  /** The parts of the model's answer that were left out. */
  dropped: Dropped[]
  questioned_at: string | null
  questioned_model: string | null
  doubts: { key: string; reason: string }[]
}

export interface ArticleSource {
  article_id: string
  /** The number by which sentences and readers name it. */
  number: number
  item_id: string | null
  outlet: string
  title: string
  url: string | null
  language: string | null
  published_at: string
  origin_id: string
  added_at: string
  added_by: string | null
  state: 'present' | 'removed' | 'corrected' | 'withdrawn'
  state_since: string | null
  checked_at: string | null
  /** The time at which an editor has looked at the correction or withdrawal. */
  seen_at: string | null
  seen_by: string | null
}

/** A sentence of a source, with its words, which are kept for as long as the article. */
export interface Citation {
  /** The number of the source in the article. */
  source: number
  /** The place of the sentence in the text of the source, from 1. */
  sentence: number
  text: string
}

/** A sentence of an article as it was judged. */
export interface ArticleSentence {
  article_id: string
  text_hash: string
  position: number
  field: JudgedField
  text: string
  /** The key in signatures and doubts: the hash of its words. */
  key: string
  kind: SentenceKind
  cites: Citation[]
  verdict: Verdict
  findings: JudgeFinding[]
  is_signable: boolean
  judged_at: string
}

/** The signature of a person who answers for a sentence that no source covers. */
export interface SentenceSignature {
  article_id: string
  key: string
  text: string
  reason: string
  signed_by: string
  signed_by_name: string
  signed_at: string
}

/** The facts about the origin of an article that readers see. */
export interface ToldSources {
  model: string | null
  drafted_at: string | null
  /** False if the sentences are those of another version than the requested one. */
  is_original: boolean
  sources: (Pick<ArticleSource, 'number' | 'outlet' | 'title' | 'url'> &
    Pick<ArticleSource, 'language' | 'published_at' | 'state'>)[]
  sentences: {
    field: JudgedField
    text: string
    /** The numbers of its sources. */
    sources: number[]
    /** The person who signed it as own knowledge; null when sources cover it. */
    signed_by: string | null
    reason: string | null
  }[]
}
