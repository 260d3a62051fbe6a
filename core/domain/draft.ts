/** What the list of drafts tells of one besides its row. */
export interface DraftFacts {
  article_id: string
  /** Who made its last version; null for the program, and where no version is kept. */
  changed_by: string | null
  words: number | null
  /** When the administrator who asks has last typed something that is not saved; null when there is nothing. */
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
