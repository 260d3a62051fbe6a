import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

/** How a term is translated into one language. */
export interface GlossaryTerm {
  id: string
  language: TranslatedLanguage
  /** In English for `keep` and `translate-as`, in the language of the translation for `never`. */
  term: string
  rule: 'keep' | 'translate-as' | 'never'
  /** What `translate-as` asks for; null for the other rules. */
  translation: string | null
  created_at: string
  updated_at: string
}

/** Words of a machine's text that a person has replaced. */
export interface TranslationEdit {
  id: number
  language: TranslatedLanguage
  before: string
  after: string
  /** The original. */
  article_id: string
  /** The person's text. */
  segment_id: number
  /** The machine's. */
  replaced_id: number
  made_at: string
}

/** A term that editors seem to want, because they have made the same change in several articles. */
export interface GlossaryProposal {
  id: string
  language: TranslatedLanguage
  before: string
  after: string
  /** What the sources of all examples have in common; null when that is nothing. */
  term: string | null
  status: 'open' | 'accepted' | 'rejected'
  created_at: string
}
