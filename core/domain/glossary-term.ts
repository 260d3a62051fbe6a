import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { GlossaryTermValues } from '#core/domain/glossary-term-input.ts'

/** How a term is translated into one language. */
export interface GlossaryTerm {
  id: string
  language: TranslatedLanguage
  /** In English for `keep` and `translate-as`, in the language of the translation for `never`. */
  term: string
  rule: 'keep' | 'translate-as' | 'never'
  /** What `translate-as` asks for; null for the other rules. */
  translation: string | null
  /** A sentence that shows what is meant. */
  example: string | null
  created_at: string
  updated_at: string
}

/** What the glossary says of a term, in all languages that have a rule. */
export interface TermEntry {
  /** Of one of its rows. */
  id: string
  term: string
  example: string | null
  updated_at: string
  /** Saving is refused when the entry has another one. */
  version: string
  languages: Partial<Record<TranslatedLanguage, Pick<GlossaryTerm, 'id' | 'rule' | 'translation'>>>
}

/** What came of saving an entry. */
export type SavedEntry =
  | { status: 'saved'; entry: TermEntry }
  /** Another editor has stored this meanwhile; null when the entry was deleted. */
  | { status: 'changed'; entry: TermEntry | null }
  /** Another entry has the term. */
  | { status: 'taken'; entry: TermEntry }

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
  /** The same for the same change in another case or with other endings. */
  change_key: string | null
}

/** A term that editors seem to want, because they have made the same change in several articles, or that a translator wants. */
export interface GlossaryProposal {
  id: string
  language: TranslatedLanguage
  before: string
  after: string
  /** What the sources of all examples have in common; null when that is nothing. */
  term: string | null
  status: 'open' | 'accepted' | 'rejected'
  created_at: string
  change_key: string | null
  /** Null where the program proposed it. */
  proposed_by: string | null
  why: string | null
}

/** An open proposal as it is decided. */
export interface ProposalWithExamples
  extends Pick<GlossaryProposal, 'id' | 'language' | 'before' | 'after' | 'term' | 'why'> {
  /** The name of the person who proposed it; null where the program did. */
  proposed_by: string | null
  /** In how many articles editors have made the change. */
  articles: number
  /** Of up to five articles. */
  examples: ProposalExample[]
}

export interface ProposalExample {
  article_id: string
  /** Null when the article has been deleted. */
  title: string | null
  slug: string | null
  before: string
  after: string
  /** The parts of the texts in which the words stand. */
  source: string
  machine_text: string
  person_text: string
}

/** A translation that does not keep to a term. */
export interface AffectedTranslation {
  /** The original. */
  articleId: string
  language: TranslatedLanguage
  title: string
  slug: string
  translationId: string
  /** In how many segments, and in how many of those an editor has chosen the words, which are never changed automatically. */
  segments: number
  persons: number
  /** Of the first three. */
  examples: { source: string; text: string }[]
}

export interface AffectedTranslations {
  articles: AffectedTranslation[]
  /** False when there are more than are looked at. */
  isComplete: boolean
}

/**
 * The term that a proposal asks for: the English words stay where editors put them back; words that have an English source are translated
 * as editors do; and without one, the old words must not stand in translations.
 */
export function termOfProposal({
  language,
  before,
  after,
  term,
}: Pick<GlossaryProposal, 'language' | 'before' | 'after' | 'term'>): GlossaryTermValues {
  if (term === null) return { language, term: before, rule: 'never', translation: null }
  return isSame(term, after)
    ? { language, term, rule: 'keep', translation: null }
    : { language, term, rule: 'translate-as', translation: after }
}

/** In any case, and with or without the s of a plural. */
const isSame = (one: string, other: string) => plain(one) === plain(other)

const plain = (text: string) => text.toLowerCase().replace(/s$/, '')
