import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { Role } from '#core/domain/role.ts'
import type { WaitingTranslation } from '#core/domain/translation-review.ts'

/** The answer to a request for a translation. */
export type ClaimAnswer =
  | { status: 'taken' | 'yours'; claimed_at: string }
  /** A colleague has claimed it. */
  | { status: 'somebody'; name: string; claimed_at: string }
  /** The person has as many as one may have. */
  | { status: 'enough'; most: number }
  | { status: 'gone' }

export type TakenTranslation =
  | { status: 'taken'; original_id: string; language: TranslatedLanguage }
  | { status: 'enough'; most: number }
  | { status: 'nothing' }

/** A translation that waits for anything, also to be made. The title is that of the original. */
export interface QueuedTranslation extends WaitingTranslation {
  /** Null while there is none. */
  translation_id: string | null
  is_original_published: boolean
  /** True if its due day is over. */
  is_late: boolean
  due_on: string | null
  is_missing: boolean
  is_stale: boolean
  claimed_by: string | null
  claimed_name: string | null
  claimed_at: string | null
  /** The person who is asked about reports of readers, or corrections; null: any editor. */
  assigned_to: string | null
  assigned_name: string | null
}

/** The person who has a translation, and the person who is asked about reports of readers in it. */
export type FoundClaim = Pick<
  QueuedTranslation,
  'title' | 'claimed_by' | 'claimed_name' | 'claimed_at' | 'assigned_to' | 'assigned_name'
>

/** The waiting translations into a language, in numbers. */
export interface QueuedLanguage {
  language: string
  waiting: number
  /** The number of them that somebody has claimed. */
  claimed: number
  /** The time since which the longest waiting one waits, of those published within a month. */
  since: string | null
}

/** Somebody who translates, or is asked about a translation. */
export interface QueuedPerson {
  user_id: string
  name: string
  role: Role
  languages: string[]
  claimed: number
  assigned: number
  /** The usual time from claim to completion; null when it is not known, or not told to the caller. */
  usual_seconds: number | null
}

export interface TranslationQueue {
  total: number
  rows: QueuedTranslation[]
  languages: QueuedLanguage[]
  people: QueuedPerson[]
}
