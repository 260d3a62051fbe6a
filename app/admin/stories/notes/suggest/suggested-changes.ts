import { randomId } from '#app/admin/kit/query/random-id.ts'
import { MAX_SUGGESTED_CHARACTERS, type NotedField, type SuggestedChange } from '#core/domain/article-note.ts'
import { anchorAt, placeAnchors, wholeCharacter } from '#core/domain/text-anchor.ts'

/** A range where a text differs from the one that it was made of. */
export interface ChangedRange {
  fromA: number
  toA: number
  fromB: number
  toB: number
}

/** At most so many letters of a word are added to a change in it. */
const LONGEST_WORD = 40
const LETTER = /[\p{L}\p{N}'’]/u

/** Changes of whole words, so that somebody who reads them sees words: those that meet become one, and those that change nothing go. */
export function wholeWords(ranges: readonly ChangedRange[], before: string, after: string): ChangedRange[] {
  const joined: ChangedRange[] = []
  for (const [index, { fromA, toA, fromB, toB }] of ranges.entries()) {
    if (before.slice(fromA, toA) === after.slice(fromB, toB)) continue
    const isInWord = [before.slice(fromA, toA), after.slice(fromB, toB)].every((text) => !/\s/.test(text))
    // Up to the changes before and after, between which the texts are the same.
    const room = [
      fromA - (ranges[index - 1]?.toA ?? 0),
      (ranges[index + 1]?.fromA ?? before.length) - toA,
    ] as const
    const left = isInWord ? Math.min(room[0], lettersFrom(before, fromA - 1, -1)) : 0
    const right = isInWord ? Math.min(room[1], lettersFrom(before, toA, 1)) : 0
    const next = { fromA: fromA - left, toA: toA + right, fromB: fromB - left, toB: toB + right }
    const last = joined.at(-1)
    if (last && next.fromA <= last.toA) {
      last.toA = Math.max(last.toA, next.toA)
      last.toB = Math.max(last.toB, next.toB)
    } else joined.push(next)
  }
  return joined
}

function lettersFrom(text: string, start: number, step: 1 | -1): number {
  let count = 0
  while (count < LONGEST_WORD && LETTER.test(text[start + step * count] ?? '')) count++
  return count
}

/** The one part in which two texts differ. */
export function changedPart(before: string, after: string): ChangedRange {
  const shorter = Math.min(before.length, after.length)
  let same = 0
  while (same < shorter && before[same] === after[same]) same++
  const from = wholeCharacter(before, same)
  let toA = before.length
  let toB = after.length
  while (toA > from && toB > from && before[toA - 1] === after[toB - 1]) {
    toA--
    toB--
  }
  return { fromA: from, toA: wholeCharacter(before, toA, 1), fromB: from, toB: wholeCharacter(after, toB, 1) }
}

/** Changes of a text that is typed in a plain field, as suggestions. */
export function suggestionsIn(
  field: NotedField,
  { base, text }: { base: string; text: string },
  known: readonly SuggestedChange[],
): SuggestedChange[] {
  return suggestionsOf(
    field,
    { base, text, ranges: wholeWords([changedPart(base, text)], base, text) },
    known,
  )
}

/** Changes of a text as suggestions. Those that stay the same keep their ids. */
export function suggestionsOf(
  field: NotedField,
  { base, text, ranges }: { base: string; text: string; ranges: readonly ChangedRange[] },
  known: readonly SuggestedChange[],
): SuggestedChange[] {
  const ids = new Map(known.map((change) => [keyOf(change), change.id]))
  return ranges.map(({ fromA, toA, fromB, toB }) => {
    const anchor = anchorAt(base, { from: fromA, to: toA }, { field, maxQuote: MAX_SUGGESTED_CHARACTERS })
    const change = { anchor, replacement: text.slice(fromB, toB) }
    return { id: ids.get(keyOf(change)) ?? randomId(), ...change }
  })
}

const keyOf = ({ anchor, replacement }: Omit<SuggestedChange, 'id'>) =>
  JSON.stringify([anchor.start, anchor.quote, replacement])

/** Tells whether each can be sent: the words of one may be too many. */
export const areSendable = (changes: readonly SuggestedChange[]): boolean =>
  changes.every(
    ({ anchor, replacement }) =>
      anchor.length === anchor.quote.length && replacement.length <= MAX_SUGGESTED_CHARACTERS,
  )

/** A text with the suggestions whose words stand in it. */
export const withSuggestions = (text: string, suggestions: readonly SuggestedChange[]): string =>
  placeSuggestions(text, suggestions).changes.reduceRight(
    (before, { from, to, insert }) => before.slice(0, from) + insert + before.slice(to),
    text,
  )

/** Suggestions as changes of a text that has changed since; `lost` are those whose words are not there. */
export function placeSuggestions(text: string, suggestions: readonly SuggestedChange[]) {
  const places = placeAnchors(
    text,
    suggestions.map(({ anchor }) => anchor),
  )
  const lost: SuggestedChange[] = []
  const fitting = suggestions.flatMap((suggestion, index) => {
    const place = places[index]
    const { quote } = suggestion.anchor
    if (place && text.slice(place.from, place.to) === quote)
      return [{ from: place.from, to: place.to, insert: suggestion.replacement, suggestion }]
    lost.push(suggestion)
    return []
  })
  const changes: { from: number; to: number; insert: string }[] = []
  for (const { suggestion, ...change } of fitting.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (change.from < (changes.at(-1)?.to ?? 0)) lost.push(suggestion)
    else changes.push(change)
  }
  return { changes, lost }
}
