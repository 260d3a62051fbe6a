import type { Place } from '#core/check/finding.ts'

/** Moves places of a text to the places of their words after an edit. A place inside the edit is lost, until the text is checked again. */
export function followEdit(before: string, after: string): (place: Place) => Place | null {
  if (before === after) return (place) => place
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++
  let end = 0
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end++
  const moved = after.length - before.length
  return ({ from, to }) => {
    if (to <= start) return { from, to }
    return from >= before.length - end ? { from: from + moved, to: to + moved } : null
  }
}
