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
    /** Whether readers have it, and no person has read a block of it. */
    is_unread: boolean
    reviewed_at: string | null
    stale_since: string | null
    model: string | null
  } | null
  language: TranslatedLanguage
  /** Whether translations into this language wait for a review. */
  waitsForReview: boolean
  /** The revision of the original that stands on the left; null when it is no longer known. */
  revision: number | null
  /** Whether that is what the original says now. */
  isCurrent: boolean
  /** Whether readers still have another text, which this one replaces when it is approved. */
  isPending: boolean
  /** Names what was read; saving is refused when something else has been saved since. */
  version: string
  /** What is on the left. `cutArticle(textsOfArticle(source))` has the segments in the same order. */
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
  /** What the source said when this was translated, when that was something else; the desk shows the difference. */
  translatedFrom: string | null
  /** What the original says now at this place, when that is something else; empty when it says nothing there any more. */
  saysNow: string | null
  /** What a machine, or for a machine's text a person, wrote for the other version of the source; an editor has to decide. */
  proposed: { text: string; origin: TextOrigin } | null
  approvedAt: string | null
  /** Other wordings of the same source in the memory, a person's first; at most three. */
  remembered: { text: string; origin: TextOrigin }[]
  /**
   * The answer of a model that the checks have refused; its text is empty when no answer could be used. While it stands in `text`, the
   * segment counts as not written; `mayStand` says whether the editor may keep it.
   */
  refused: { text: string; reasons: string[]; mayStand: boolean } | null
  /** Why it cannot be published as it stands, as sentences. */
  problems: string[]
}

/** What an editor sends: all texts, in the order of the segments. */
export interface ReviewInput {
  articleId: string
  language: TranslatedLanguage
  revision: number | null
  version: string
  texts: string[]
  /** Positions that the editor has approved. */
  approved: number[]
  /** Positions whose conflict is decided by the text that stands in `texts`. */
  decided: number[]
  /** Positions whose findings the editor has looked at and wants to keep. What is no matter of judgement is refused all the same. */
  confirmed: number[]
  /** Why, for confirmed positions; necessary where a model's answer was refused. It is recorded. */
  reasons?: { position: number; reason: string }[]
}

export type ReviewAnswer =
  | {
      /**
       * `stored`: the translation has been saved. `published`: and readers have it now, because everything is approved, or needs no
       * approval. `remembered`: texts are missing; what is there is kept in the memory until the rest is written. An old text counts as
       * missing until it is changed, decided or approved: one with `translatedFrom` and without `proposed`.
       */
      status: 'stored' | 'published' | 'remembered'
      review: TranslationReview
    }
  /** 409: another editor has saved another version meanwhile. */
  | { status: 'changed'; error: string }
  /** 422: these texts cannot be stored. */
  | { status: 'refused'; error: string; problems: { position: number; sentences: string[] }[] }

/** What is asked for one segment again. */
export interface SegmentQuestion {
  articleId: string
  language: TranslatedLanguage
  revision: number | null
  position: number
  /** What should be different. */
  hint: string
}

export interface SegmentSuggestion {
  text: string
  model: string
  /** What code finds wrong with it, as sentences. */
  problems: string[]
}

/** A translation that waits for a person, and what for. */
export interface TranslationToReview {
  translation_id: string
  original_id: string
  language: TranslatedLanguage
  title: string
  published: boolean
  original_title: string
  /** Since when it waits; of several reasons since the first. */
  since: string
  /** Its text has been renewed, and readers still have the one before. */
  is_renewed: boolean
  /** It is new, and not published before it has been reviewed. */
  is_unpublished: boolean
  /** A translator has finished it who may not publish it, and readers have its original already. */
  is_finished: boolean
  /** Readers have it, and no person has read a block of it. */
  is_unread: boolean
  /** In how many segments a person and a model want something else. */
  conflicts: number
  /** How many sentences readers have reported. */
  reports: number
  /** Who has it, or else is asked about the reports; null: nobody in particular. */
  person: string | null
  person_name: string | null
}
