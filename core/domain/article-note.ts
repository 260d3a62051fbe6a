import type { TextAnchor } from '#core/domain/text-anchor.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The limits of `supabase/schemas/84_notes.sql`. */
export const MAX_NOTE_CHARACTERS = 4_000
export const MAX_NOTE_QUOTE = 1_000
export const MAX_SUGGESTED_CHARACTERS = 20_000
export const MAX_SUGGESTED_CHANGES = 200

/** The texts of an article that a note can be about. */
export type NotedField = 'title' | 'subtitle' | 'excerpt' | 'content'

/** A note, an answer to one, or a suggestion: a row of `article_notes`. */
export interface ArticleNote {
  id: string
  article_id: string
  original_id: string
  language: Language
  kind: 'note' | 'suggestion'
  /** The note that this one answers. */
  parent: string | null
  /** Null for a note about the whole article. */
  field: NotedField | null
  quote: string
  quote_length: number
  prefix: string
  suffix: string
  start_at: number | null
  body: string
  /** The text that a suggestion puts in the place of the quote; null for notes. */
  replacement: string | null
  /** The id that suggestions share that were sent together. */
  sent_with: string | null
  mentions: string[]
  made_by: string
  /** The name at the time of writing. */
  made_by_name: string
  made_at: string
  edited_at: string | null
  outcome: 'resolved' | 'taken' | 'refused' | 'withdrawn' | null
  decided_by: string | null
  decided_by_name: string | null
  decided_at: string | null
}

export type AddNoteAnswer = { status: 'added'; mentioned: string[] } | { status: 'gone' }

/** A change that is suggested: an empty quote inserts, an empty replacement deletes. */
export interface SuggestedChange {
  id: string
  anchor: TextAnchor
  replacement: string
}

/** A suggestion after the decision; `done` says whether it was the caller's. */
export interface DecidedSuggestion {
  id: string
  done: boolean
  outcome: ArticleNote['outcome']
  by: string | null
}

/** A note or suggestion with its answers, the first one first. */
export interface NoteThread {
  note: ArticleNote
  answers: ArticleNote[]
}

/** Threads of notes, in their order. */
export function threadsOf(notes: readonly ArticleNote[]): NoteThread[] {
  const answers = Map.groupBy(
    notes.filter(({ parent }) => parent !== null),
    ({ parent }) => parent,
  )
  return notes
    .filter(({ parent }) => parent === null)
    .map((note) => ({ note, answers: answers.get(note.id) ?? [] }))
}

/** The place of the words of a note in the text. */
export function anchorOf(note: ArticleNote): TextAnchor | null {
  const { field, quote, quote_length, prefix, suffix, start_at } = note
  return field && { field, quote, length: quote_length, prefix, suffix, start: start_at }
}
