import type { Row } from '#core/data/database.types.ts'
import type { Narrowed } from '#core/data/narrowed-types.ts'
import { fieldsWith } from '#core/domain/article-fields.ts'
import type { JudgeFinding } from '#core/newsroom/judge/finding.ts'

export const JUDGED_FIELDS = fieldsWith('judged')
export type JudgedField = (typeof JUDGED_FIELDS)[number]

export type SentenceKind = Row<'article_sentences'>['kind']

export const DRAFT_LENGTHS = ['short', 'medium', 'long'] as const
export type DraftLength = (typeof DRAFT_LENGTHS)[number]

/** A part of a model's answer that was left out, with its problem; or a sentence about data that the model was not given. */
export interface Dropped {
  text: string
  codes: string[]
}

/** The origin of an article that rests on sources. */
export type SourcedArticle = Narrowed<
  Row<'sourced_articles'>,
  {
    /** The parts of the model's answer that were left out. */
    dropped: Dropped[]
    doubts: { key: string; reason: string }[]
  }
>

export type ArticleSource = Row<'article_sources'>

/** A sentence of a source, with its words, which are kept for as long as the article. */
export interface Citation {
  /** The number of the source in the article. */
  source: number
  /** The place of the sentence in the text of the source, from 1. */
  sentence: number
  text: string
}

/** A sentence of an article as it was judged. */
export type ArticleSentence = Narrowed<
  Row<'article_sentences'>,
  {
    cites: Citation[]
    findings: JudgeFinding[]
  }
>

/** The signature of a person who answers for a sentence that no source covers. */
export type SentenceSignature = Row<'sentence_signatures'>

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
