import type { ImportNote, NoteKind } from '#core/domain/site-import.ts'
import type { Report } from '#server/features/import/imported.ts'
import { NotedThings } from '#server/features/import/noted-things.ts'

const MAX_TEXT_LENGTH = 200

export interface CollectedNotes {
  report: Report
  /** The first notes of each kind, in the order in which they came. */
  notes: readonly ImportNote[]
  /** The number of notes of each kind. */
  counts: ReadonlyMap<NoteKind, number>
  /** The first place where the source was not read to its end; null when it was. */
  readonly firstBreak: ImportNote | null
  things: Pick<NotedThings, 'of'>
}

/** Collects notes in bounded memory, however many there are and however long their texts. */
export function collectNotes(): CollectedNotes {
  const notes: ImportNote[] = []
  const counts = new Map<NoteKind, number>()
  const things = new NotedThings()
  let firstBreak: ImportNote | null = null
  const report: Report = (note) => {
    counts.set(note.kind, (counts.get(note.kind) ?? 0) + (note.count ?? 1))
    const { file, title, sourceId } = note.place
    const short = {
      ...note,
      place: { file: shorten(file), title: shorten(title), sourceId: shorten(sourceId) },
      what: shorten(note.what),
    }
    const isBreak = firstBreak === null && note.kind === 'incomplete' && note.severity === 'error'
    if (isBreak) firstBreak = short
    if (things.add(short) || isBreak) notes.push(short)
  }
  return {
    report,
    notes,
    counts,
    things,
    get firstBreak() {
      return firstBreak
    },
  }
}

/** One line without characters that cannot be stored. The copy holds on to nothing of a long text. */
function shorten(text: string): string {
  const line = text
    .slice(0, 4 * MAX_TEXT_LENGTH)
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
  const characters = [...line]
  return characters.length > MAX_TEXT_LENGTH ? `${characters.slice(0, MAX_TEXT_LENGTH).join('')}…` : line
}
