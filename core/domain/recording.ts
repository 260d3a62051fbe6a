import type { Language } from '#core/i18n/languages.ts'

/** What becomes of the recording of an article, in the order in which the desk lists them. */
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
  /** Why the last attempt failed, as a sentence. */
  problem: string | null
  failures: number
  wanted_at: string
  /** When it is tried again; null when that is not put off, or never. */
  next_at: string | null
}

export interface RecordingList {
  has_model: boolean
  /** How many published articles can be heard. */
  recorded: number
  /** How many of those that wait are older articles that an editor asked for. */
  older: number
  /** Those that wait, by their state; a state of none is missing. */
  counts: Partial<Record<RecordingState, number>>
  total: number
  rows: AwaitedRecording[]
}

/** What recordings of older articles are likely to take. */
export interface RecordingEstimate {
  articles: number
  characters: number
  seconds: number
  /** Null when the speech model has no price. */
  cost: number | null
  currency: string
  /** How many of them the budget of this month is likely to cover, and what those cost. */
  covered: number
  covered_cost: number | null
  /** The rest of that budget; null without one. */
  left: number | null
}
