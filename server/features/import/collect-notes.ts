import type { ImportNote, NoteKind, NoteOutcome } from '#core/domain/site-import.ts'
import type { Report } from '#server/features/import/imported.ts'

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

/** The number of notes of a kind that are named; the rest is counted. Nothing is replaced without its title being named. */
export const mostNotes = (kind: NoteKind, most = 200) => (kind === 'changed' ? 1_000 : most)

/** A thing that is noted once, however many places it is at. */
interface NotedThing {
  what: string
  becomes: NoteOutcome
  count: number
  /** The place where it was first: an article or a file. */
  place: string
}

class NotedThings {
  readonly #things = new Map<NoteKind, Map<string, NotedThing>>()
  readonly #notes = new Map<NoteKind, Map<string, ImportNote>>()

  /** Counts what a note says. Returns whether it is kept, and not one of too many, or the same as an earlier one of the same place. */
  add(note: ImportNote): boolean {
    const { kind, becomes, what, place, count = 1 } = note
    const thing = `${becomes} ${what}`
    const name = place.title || place.file || place.sourceId
    add(this.#things, { kind, key: thing, count }, () => ({ what, becomes, count, place: name }))
    return add(this.#notes, { kind, key: `${thing} ${place.sourceId} ${place.file}`, count }, () => note)
  }

  /** In the order in which they came. */
  of(kind: NoteKind): NotedThing[] {
    return [...(this.#things.get(kind)?.values() ?? [])]
  }
}

/** Counts more of what is the same. Returns whether it is new and kept. */
function add<T extends { count?: number }>(
  all: Map<NoteKind, Map<string, T>>,
  { kind, key, count }: { kind: NoteKind; key: string; count: number },
  make: () => T,
): boolean {
  const ofKind = all.get(kind) ?? new Map<string, T>()
  all.set(kind, ofKind)
  const found = ofKind.get(key)
  if (found) found.count = (found.count ?? 1) + count
  const isKept = !found && ofKind.size < mostNotes(kind)
  if (isKept) ofKind.set(key, make())
  return isKept
}
