import type { Row } from '#core/data/database.types.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { GlossaryTermValues } from '#core/domain/glossary-term-input.ts'

/** The translation rule of a term for one language. */
export type GlossaryTerm = Row<'glossary_terms'>

/** The rules of the glossary for a term, in all languages that have one. */
export interface TermEntry {
  /** The id of one of its rows. */
  id: string
  term: string
  example: string | null
  updated_at: string
  /** Saving is refused when the entry has another one. */
  version: string
  languages: Partial<Record<TranslatedLanguage, Pick<GlossaryTerm, 'id' | 'rule' | 'translation'>>>
}

export type SavedEntry =
  | { status: 'saved'; entry: TermEntry }
  /** Another editor has stored this in the meantime; null when the entry was deleted. */
  | { status: 'changed'; entry: TermEntry | null }
  /** Another entry has the term. */
  | { status: 'taken'; entry: TermEntry }

/** A term that editors seem to want, because they have made the same change in several articles, or that a translator wants. */
export type GlossaryProposal = Row<'glossary_proposals'>

/** An open proposal as it is decided. */
export interface ProposalWithExamples
  extends Pick<GlossaryProposal, 'id' | 'language' | 'before' | 'after' | 'term' | 'why'> {
  /** The name of the person who proposed it; null if the program did. */
  proposed_by: string | null
  /** The number of articles in which editors have made the change. */
  articles: number
  /** Examples from up to five articles. */
  examples: ProposalExample[]
}

export interface ProposalExample {
  article_id: string
  /** Null when the article has been deleted. */
  title: string | null
  slug: string | null
  before: string
  after: string
  /** The parts of the texts that contain the words. */
  source: string
  machine_text: string
  person_text: string
}

/** A translation that does not keep to a term. */
export interface AffectedTranslation {
  /** The id of the original. */
  articleId: string
  language: TranslatedLanguage
  title: string
  slug: string
  translationId: string
  /** The number of segments, and of those in which an editor has chosen the words, which are never changed automatically. */
  segments: number
  persons: number
  /** The first three. */
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

/** Compares words in any case, and with or without the s of a plural. */
const isSame = (one: string, other: string) => plain(one) === plain(other)

const plain = (text: string) => text.toLowerCase().replace(/s$/, '')
