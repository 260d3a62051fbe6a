import type { ImportNote, NoteKind, NoteOutcome } from '#core/domain/site-import.ts'

/** The number of notes of a kind that are named; the rest is counted. Nothing is replaced without its title being named. */
export const mostNotes = (kind: NoteKind, most = 200) => (kind === 'changed' ? 1_000 : most)

/** A thing that is noted once, however many places it is at. */
export interface NotedThing {
  what: string
  becomes: NoteOutcome
  count: number
  /** The place where it was first: an article or a file. */
  place: string
}

export class NotedThings {
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
