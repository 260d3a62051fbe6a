import {
  keyOf,
  problemOf,
  type Text,
  type TextPlace,
  textsOf,
} from '#app/admin/newsletter/draft/text-place.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'

/** A text that was typed here and is not stored yet. */
export interface UnsavedText {
  place: TextPlace
  /** What was stored when typing began, or when somebody else's change was looked at. */
  base: Text
  typed: Text
  /** What somebody else has stored meanwhile; undefined when nobody has. */
  theirs?: Text | undefined
  /** Whether its place is gone: the item, or the edition. */
  isLost?: boolean
}

/** The texts of an issue while somebody writes them. Each place listens for itself, so that typing renders no other. */
export interface IssueDraft {
  subscribe: (listener: () => void) => () => void
  issue: () => DeskIssue
  /** What is to be shown at a place; undefined when the place is not there. */
  read: (place: TextPlace) => Text | undefined
  unsavedAt: (place: TextPlace) => UnsavedText | undefined
  /** The same array until something changes. */
  unsaved: () => readonly UnsavedText[]
  type: (place: TextPlace, text: Text) => void
  /** The issue is stored like this now: by this desk, or by others. */
  rebase: (issue: DeskIssue) => void
  /** These have been stored as they were; the issue has become this one. */
  settle: (texts: readonly UnsavedText[], issue: DeskIssue) => void
  /** Puts back what was left unsaved before. */
  restore: (texts: readonly Pick<UnsavedText, 'place' | 'base' | 'typed'>[]) => void
  takeTheirs: (place: TextPlace) => void
  keepMine: (place: TextPlace) => void
  discardAll: () => void
}

/** Those that can be stored now: nobody else has changed them, and they are not too long. */
export function storable(texts: readonly UnsavedText[]): UnsavedText[] {
  return texts.filter(
    ({ place, typed, theirs, isLost }) => theirs === undefined && !isLost && problemOf(place, typed) === '',
  )
}

export function createIssueDraft(opened: DeskIssue): IssueDraft {
  let issue = opened
  let stored = textsOf(opened)
  let unsaved = new Map<string, UnsavedText>()
  let list: readonly UnsavedText[] = []
  const listeners = new Set<() => void>()

  function replace(changed: Map<string, UnsavedText>) {
    unsaved = changed
    list = [...changed.values()]
    for (const listener of listeners) listener()
  }

  function set(place: TextPlace, text: UnsavedText | null) {
    const changed = new Map(unsaved)
    if (text) changed.set(keyOf(place), text)
    else changed.delete(keyOf(place))
    replace(changed)
  }

  /** How an unsaved text stands to what is stored now; null when that says the same. */
  function compare(text: UnsavedText): UnsavedText | null {
    const now = stored.get(keyOf(text.place))
    const { place, base, typed } = text
    if (now === undefined) return { place, base, typed, isLost: true }
    if (now === typed) return null
    return now === base ? { place, base, typed } : { place, base, typed, theirs: now }
  }

  function rebase(next: DeskIssue) {
    issue = next
    stored = textsOf(next)
    const compared = [...unsaved.values()].map(compare).filter((text) => text !== null)
    replace(new Map(compared.map((text) => [keyOf(text.place), text])))
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    issue: () => issue,
    read(place) {
      const text = unsaved.get(keyOf(place))
      return text ? text.typed : stored.get(keyOf(place))
    },
    unsavedAt: (place) => unsaved.get(keyOf(place)),
    unsaved: () => list,
    type(where, typed) {
      const before = unsaved.get(keyOf(where))
      const base = before ? before.base : (stored.get(keyOf(where)) ?? null)
      set(where, compare({ place: where, base, typed }))
    },
    rebase,
    settle(texts, next) {
      const moved = new Map(unsaved)
      for (const { place, base, typed } of texts) {
        const now = moved.get(keyOf(place))
        // Typing may have gone on while it was being stored.
        if (now && now.base === base) moved.set(keyOf(place), { ...now, base: typed })
      }
      unsaved = moved
      rebase(next)
    },
    restore(texts) {
      const changed = new Map(unsaved)
      for (const text of texts) {
        // What is being typed now counts more than what was left behind.
        if (unsaved.has(keyOf(text.place))) continue
        const placed = compare({ place: text.place, base: text.base, typed: text.typed })
        if (placed) changed.set(keyOf(text.place), placed)
      }
      replace(changed)
    },
    takeTheirs: (where) => set(where, null),
    keepMine(where) {
      const text = unsaved.get(keyOf(where))
      const now = stored.get(keyOf(where))
      if (text && now !== undefined) set(where, compare({ place: where, base: now, typed: text.typed }))
    },
    discardAll: () => replace(new Map()),
  }
}
