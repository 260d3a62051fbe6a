import type { Language } from '#core/i18n/languages.ts'

/** The recordings of an issue of the newsletter, for the desk. */
export interface IssueRecordings {
  /** True if there is a speech model. */
  has_model: boolean
  rows: {
    language: Language
    /** The id of the recording; null if none was requested. */
    id: string | null
    state: 'silent' | 'waiting' | 'made' | 'failed'
    seconds: number | null
    /** The reason for the failure of the last attempt, as a sentence. */
    problem: string | null
  }[]
}
