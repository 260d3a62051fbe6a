import type { ImportNote, NoteKind, NoteOutcome } from '#core/domain/site-import.ts'

/** How many notes of a kind are named; the rest is counted. Nothing is replaced without its title being named. */
export const mostNotes = (kind: NoteKind, most = 200) => (kind === 'changed' ? 1_000 : most)

/** What is noted, once however many places it is at. */
export interface NotedThing {
  what: string
  becomes: NoteOutcome
  count: number
  /** Where it was first: an article or a file. */
  place: string
}

export class NotedThings {
  readonly #things = new Map<NoteKind, Map<string, NotedThing>>()
  readonly #notes = new Map<NoteKind, Map<string, ImportNote>>()

  /** Counts what a note says. Returns false if an earlier note says the same of the same place, and counts it too. */
  add(note: ImportNote): boolean {
    const { kind, becomes, what, place } = note
    const thing = `${becomes} ${what}`
    const name = place.title || place.file || place.sourceId
    count(this.#things, kind, thing, () => ({ what, becomes, count: 1, place: name }))
    return count(this.#notes, kind, `${thing} ${place.sourceId} ${place.file}`, () => note)
  }

  /** In the order in which they came. */
  of(kind: NoteKind): NotedThing[] {
    return [...(this.#things.get(kind)?.values() ?? [])]
  }
}

/** Counts one more of what is the same. Returns whether it is the first. */
function count<T extends { count?: number }>(
  all: Map<NoteKind, Map<string, T>>,
  kind: NoteKind,
  key: string,
  make: () => T,
): boolean {
  const ofKind = all.get(kind) ?? new Map<string, T>()
  all.set(kind, ofKind)
  const found = ofKind.get(key)
  if (found) found.count = (found.count ?? 1) + 1
  else if (ofKind.size < mostNotes(kind)) ofKind.set(key, make())
  return !found
}
