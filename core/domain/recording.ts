import type { Language } from '#core/i18n/languages.ts'

/** The states of the recording of an article, in the order in which the desk lists them. */
export const RECORDING_STATES = ['failed', 'paused', 'retrying', 'making', 'waiting'] as const
export type RecordingState = (typeof RECORDING_STATES)[number]

/** The most older articles that are read aloud by one request. */
export const MAX_RECORDINGS = 500

/** An article that is to be read aloud. */
export interface AwaitedRecording {
  article_id: string
  slug: string
  title: string
  language: Language
  original_article_id: string | null
  state: RecordingState
  /** The reason for the failure of the last attempt, as a sentence. */
  problem: string | null
  failures: number
  wanted_at: string
  /** The time of the next attempt; null when it is not postponed, or never. */
  next_at: string | null
}

export interface RecordingList {
  has_model: boolean
  /** The number of published articles that can be heard. */
  recorded: number
  /** The number of waiting ones that are older articles, requested by an editor. */
  older: number
  /** The number of waiting ones by state; a state of none is missing. */
  counts: Partial<Record<RecordingState, number>>
  total: number
  rows: AwaitedRecording[]
}

/** The expected effort of recordings of older articles. */
export interface RecordingEstimate {
  articles: number
  characters: number
  seconds: number
  /** Null when the speech model has no price. */
  cost: number | null
  currency: string
  /** The number of them that the budget of this month is likely to cover, and their cost. */
  covered: number
  covered_cost: number | null
  /** The rest of that budget; null without one. */
  left: number | null
}
