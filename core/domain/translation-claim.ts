import type { Role } from '#core/domain/role.ts'

/** Who has which translation: a row of `translation_claims`. */
export interface TranslationClaim {
  id: string
  original_id: string
  language: string
  user_id: string
  claimed_at: string
  saved_at: string
  ended_at: string | null
  ended_how: 'done' | 'given_back' | 'taken_over' | 'expired' | null
}

/** What became of asking for a translation. */
export type ClaimAnswer =
  | { status: 'taken' | 'yours'; claimed_at: string }
  /** A colleague has it. */
  | { status: 'somebody'; name: string; claimed_at: string }
  /** Nobody has more than so many. */
  | { status: 'enough'; most: number }
  | { status: 'gone' }

export type TakenTranslation =
  | { status: 'taken'; original_id: string; language: string }
  | { status: 'enough'; most: number }
  | { status: 'nothing' }

/** A translation that waits, with all its reasons. */
export interface QueuedTranslation {
  original_id: string
  language: string
  /** Null while there is none. */
  translation_id: string | null
  /** The title of the original. */
  title: string
  /** Whether readers have the translation. */
  published: boolean
  is_original_published: boolean
  /** Whether its due day is over. */
  is_late: boolean
  due_on: string | null
  since: string
  is_missing: boolean
  is_stale: boolean
  is_renewed: boolean
  is_unpublished: boolean
  /** A translator has finished it who may not publish it. */
  is_finished: boolean
  /** Readers have it, and no person has read a block of it. */
  is_unread: boolean
  conflicts: number
  reports: number
  claimed_by: string | null
  claimed_name: string | null
  claimed_at: string | null
  /** Who is asked about what readers have reported, or what was corrected; null: any editor. */
  assigned_to: string | null
  assigned_name: string | null
}

/** Who has a translation, and who is asked about what readers have reported in it. */
export type FoundClaim = Pick<
  QueuedTranslation,
  'title' | 'claimed_by' | 'claimed_name' | 'claimed_at' | 'assigned_to' | 'assigned_name'
>

/** How much waits in a language. */
export interface QueuedLanguage {
  language: string
  waiting: number
  /** How many of them somebody has. */
  claimed: number
  /** Of what was published within a month, the longest waiting. */
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
  /** How long the person usually has one until it is done; null when that is not known, or not told to the caller. */
  usual_seconds: number | null
}

export interface TranslationQueue {
  total: number
  rows: QueuedTranslation[]
  languages: QueuedLanguage[]
  people: QueuedPerson[]
}
