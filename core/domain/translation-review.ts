import type { Row } from '#core/data/database.types.ts'
import type { TranslatedFields } from '#core/domain/article.ts'
import type { TextOrigin, TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { SegmentKind } from '#core/translation/segment.ts'

/** A translation beside its original, as it is reviewed, brought up to date by hand, or begun from nothing. */
export interface TranslationReview {
  original: { id: string; slug: string; title: string; published: boolean }
  /** Null while there is none. */
  translation: {
    id: string
    slug: string
    title: string
    published: boolean
    /** True if it is published, and no person has read a block of it. */
    is_unread: boolean
    reviewed_at: string | null
    stale_since: string | null
    model: string | null
  } | null
  language: TranslatedLanguage
  /** True if translations into this language need a review. */
  waitsForReview: boolean
  /** The revision of the original on the left; null when it is no longer known. */
  revision: number | null
  /** True if that is the present text of the original. */
  isCurrent: boolean
  /** True if another text is published, which this one replaces when it is approved. */
  isPending: boolean
  /** The version that was read; saving is refused when something else has been saved since. */
  version: string
  /** The text on the left. `cutArticle(textsOfArticle(source))` has the segments in the same order. */
  source: TranslatedFields
  segments: ReviewSegment[]
}

/** Its position is its place in the list. */
export interface ReviewSegment {
  id: string
  kind: SegmentKind
  /** Both with tags in the place of code, addresses and marks. */
  source: string
  /** Empty when nothing has been written yet. */
  text: string
  origin: TextOrigin | null
  /** The source from which this was translated, if it was different; the desk shows the difference. */
  translatedFrom: string | null
  /** The present text of the original at this place, if it is different; empty when it has been removed. */
  saysNow: string | null
  /** The text that a machine, or for a machine's text a person, wrote for the other version of the source; an editor has to decide. */
  proposed: { text: string; origin: TextOrigin } | null
  approvedAt: string | null
  /** Other wordings of the same source in the memory, a person's first; at most three. */
  remembered: { text: string; origin: TextOrigin }[]
  /**
   * The answer of a model that the checks have refused; its text is empty when no answer could be used. While it is in `text`, the segment
   * counts as not written; `mayStand` is true if the editor may keep it.
   */
  refused: { text: string; reasons: string[]; mayStand: boolean } | null
  /** The reasons why it cannot be published as it is, as sentences. */
  problems: string[]
}

/** The form of an editor: all texts, in the order of the segments. */
export interface ReviewInput {
  articleId: string
  language: TranslatedLanguage
  revision: number | null
  version: string
  texts: string[]
  /** Positions that the editor has approved. */
  approved: number[]
  /** Positions whose conflict is decided by the text in `texts`. */
  decided: number[]
  /** Positions whose findings the editor wants to keep. Findings that are not a matter of judgement are refused anyway. */
  confirmed: number[]
  /** The reasons for confirmed positions; necessary if a model's answer was refused. They are recorded. */
  reasons?: { position: number; reason: string }[]
}

export type ReviewAnswer =
  | {
      /**
       * `stored`: the translation has been saved. `published`: it is also public, because everything is approved, or needs no approval.
       * `remembered`: texts are missing; the existing ones are kept in the memory until the rest is written. An old text counts as missing
       * until it is changed, decided or approved: one with `translatedFrom` and without `proposed`.
       */
      status: 'stored' | 'published' | 'remembered'
      review: TranslationReview
    }
  /** 409: another editor has saved another version in the meantime. */
  | { status: 'changed'; error: string }
  /** 422: these texts cannot be stored. */
  | { status: 'refused'; error: string; problems: { position: number; sentences: string[] }[] }

/** The question of an editor to the model about one segment. */
export interface SegmentQuestion {
  articleId: string
  language: TranslatedLanguage
  revision: number | null
  position: number
  /** The change that the editor asks for. */
  hint: string
}

export interface SegmentSuggestion {
  text: string
  model: string
  /** The problems that the checks find in it, as sentences. */
  problems: string[]
}

/** A translation that is waiting for a person, and the reasons. */
export interface WaitingTranslation {
  original_id: string
  language: TranslatedLanguage
  title: string
  /** True if the translation is published. */
  published: boolean
  /** The time since which it waits; of several reasons the first. */
  since: string
  /** True if its text has been updated, and the one before is still published. */
  is_renewed: boolean
  /** True if it is new, and not published before a review. */
  is_unpublished: boolean
  /** True if a translator has finished it who may not publish it, and its original is published. */
  is_finished: boolean
  /** True if it is published, and no person has read a block of it. */
  is_unread: boolean
  /** The number of segments in which a person and a model want something else. */
  conflicts: number
  /** The number of sentences that readers have reported. */
  reports: number
}

export interface TranslationToReview extends WaitingTranslation {
  translation_id: string
  original_title: string
  /** The person who has it, or else is asked about the reports; null: nobody in particular. */
  person: string | null
  person_name: string | null
}

/** The limit for each of the two texts of a report. */
export const MAX_REPORT_LENGTH = 1000

/** The report of a reader about an error in a translation. */
export type TranslationReport = Row<'translation_reports'>

export interface ReportAnswer {
  status: 'received' | 'gone' | 'too_many'
}

export type ReportInput = Pick<TranslationReport, 'quote' | 'comment'>

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Checks a reader's text: returns it trimmed, or null when there is no sentence, too much, or something that is not text. */
export function checkTranslationReport(typed: ReportInput): ReportInput | null {
  const [quote, comment] = [typed.quote, typed.comment].map((text) => text.replace(/\r\n?/g, '\n').trim())
  if (!quote || comment === undefined || !VISIBLE.test(quote)) return null
  return [quote, comment].every(isText) ? { quote, comment } : null
}

/** PostgreSQL cannot store a NUL, nor half of a character. */
function isText(text: string): boolean {
  return [...text].length <= MAX_REPORT_LENGTH && !text.includes('\0') && text.isWellFormed()
}
