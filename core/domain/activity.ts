import type { Handover } from '#core/domain/handover.ts'

/** Something that a colleague did, as a sentence: `name`, `before`, the title in quotation marks, and `after`. */
export interface Activity {
  name: string
  before: string
  after: string
  /** Null where the sentence names nothing. */
  title: string | null
  /** Null when it is about no article, or about one that is deleted. */
  original_id: string | null
  /** Of the translations that it was done to. */
  languages: string[]
  /** Whether it was done to the English original as well. */
  in_english: boolean | null
  happened_at: string
  /** In how many acts, of which this was the last. */
  times: number
}

export interface ActivityAnswer {
  /** Null for who was never away. */
  since: string | null
  entries: Activity[]
}

/** What happened to an article, as a sentence: `name`, and then `did`. */
export interface ArticleEvent {
  id: number
  happened_at: string
  name: string
  action: string
  did: string
  /** Whose notes or suggestions it was about. */
  of: string | null
  /** Where an article was brought by handing it over. */
  handover: Pick<Handover, 'state_before' | 'state_after' | 'due_on'> | null
  reason: string | null
  /** The moment of a schedule. */
  due: string | null
}

export interface ArticleHistory {
  /** Whether the caller is told everything, and not only what readers could see. */
  is_full: boolean | null
  entries: ArticleEvent[]
}
