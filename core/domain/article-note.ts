import type { Row } from '#core/data/database.types.ts'
import type { TextAnchor } from '#core/domain/text-anchor.ts'

/** The limits of `supabase/schemas/84_notes.sql`. */
export const MAX_NOTE_CHARACTERS = 4_000
export const MAX_NOTE_QUOTE = 1_000
export const MAX_SUGGESTED_CHARACTERS = 20_000
export const MAX_SUGGESTED_CHANGES = 200

/** The texts of an article that a note can be about. */
export type NotedField = NonNullable<Row<'article_notes'>['field']>

/** A note, an answer to one, or a suggestion: a row of `article_notes`. */
export type ArticleNote = Row<'article_notes'>

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
