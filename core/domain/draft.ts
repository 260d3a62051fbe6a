/** The facts about a draft in the list of drafts besides its row. */
export interface DraftFacts {
  article_id: string
  /** The person who made its last version; null for the program, and where no version is kept. */
  changed_by: string | null
  words: number | null
  /** The time of the last unsaved change by the administrator who asks; null when there is none. */
  unsaved_at: string | null
}

/** A text that was typed and never saved as a draft, so that nobody but its editor sees it. */
export interface OwnDraft {
  copy_id: string
  article_id: string
  title: string
  category: string | null
  reading_time: string | null
  words: number
  created_at: string
  updated_at: string
}
