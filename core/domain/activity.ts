import type { Handover } from '#core/domain/handover.ts'

/** Something that a colleague did, as a sentence: `name`, `before`, the title in quotation marks, and `after`. */
export interface Activity {
  name: string
  before: string
  after: string
  /** Null if the sentence names nothing. */
  title: string | null
  /** Null if it is not about an article, or about one that is deleted. */
  original_id: string | null
  /** The languages of the translations that it was done to. */
  languages: string[]
  /** True if it was done to the English original as well. */
  in_english: boolean | null
  happened_at: string
  /** The number of acts, of which this was the last. */
  times: number
}

export interface ActivityAnswer {
  /** Null for a colleague who was never away. */
  since: string | null
  entries: Activity[]
}

/** An event in the history of an article, as a sentence: `name`, and then `did`. */
export interface ArticleEvent {
  id: number
  happened_at: string
  name: string
  action: string
  did: string
  /** The author of the notes or suggestions it was about. */
  of: string | null
  /** The state to which the article was handed over, and the day on which it is due. */
  handover: Pick<Handover, 'state_before' | 'state_after' | 'due_on'> | null
  reason: string | null
  /** The moment of a schedule. */
  due: string | null
}

export interface ArticleHistory {
  /** False if the caller is told only what readers could see. */
  is_full: boolean | null
  entries: ArticleEvent[]
}
