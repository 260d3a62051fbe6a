import type { Language } from '#core/i18n/languages.ts'

/** What of an issue of the newsletter is read aloud, for the desk. */
export interface IssueRecordings {
  /** Whether there is a speech model. */
  has_model: boolean
  rows: {
    language: Language
    /** Of the recording; null where nothing was asked for. */
    id: string | null
    state: 'silent' | 'waiting' | 'made' | 'failed'
    seconds: number | null
    /** Why the last attempt failed, as a sentence. */
    problem: string | null
  }[]
}
