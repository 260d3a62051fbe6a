import type { NotedField } from '#core/domain/article-note.ts'

/** Words of a text, as they were, with the text around them. */
export interface TextAnchor {
  field: NotedField
  /** The words, or the beginning of longer ones. Empty: a place between two words. */
  quote: string
  /** The number of characters of the words. */
  length: number
  prefix: string
  suffix: string
  /** The offset of their beginning; null if it is not known. */
  start: number | null
}

export interface TextPlace {
  from: number
  to: number
  isExact: boolean
}

/** The number of characters before and after the words that an anchor has. */
const CONTEXT_CHARACTERS = 64

/** The anchor of a part of a text. Of words that are longer than `maxQuote` it has the beginning. */
export function anchorAt(
  text: string,
  { from, to }: { from: number; to: number },
  { field, maxQuote }: { field: NotedField; maxQuote: number },
): TextAnchor {
  return {
    field,
    quote: text.slice(from, wholeCharacter(text, Math.min(to, from + maxQuote))),
    length: to - from,
    prefix: text.slice(wholeCharacter(text, Math.max(0, from - CONTEXT_CHARACTERS), 1), from),
    suffix: text.slice(to, wholeCharacter(text, to + CONTEXT_CHARACTERS)),
    start: from,
  }
}

/** An offset that does not cut a surrogate pair, moved by `step` if it would. */
export function wholeCharacter(text: string, offset: number, step = -1): number {
  const isInPair =
    /[\udc00-\udfff]/.test(text[offset] ?? '') && /[\ud800-\udbff]/.test(text[offset - 1] ?? '')
  return isInPair ? offset + step : offset
}

/** The greatest distance from their expected place at which changed words are looked for. */
const WINDOW = 3_000
/** The most characters that are compared for changed words, for all anchors of a text. */
const MAX_COMPARED = 3_000_000
/** The most places with the same words that are compared. */
const MAX_OCCURRENCES = 200
/** The most characters that are searched for the same words, for all anchors of a text. */
const MAX_SEARCHED = 150_000_000

/** Finds words from an offset on; -1 if they are not there, and once too much was searched. */
type Search = (words: string, from?: number) => number

/**
 * Finds the words of anchors in a text that has changed since: at the same place, elsewhere, or as similar words between similar ones. Null
 * if they are not found. The time is bounded, whatever the text and the anchors are.
 */
export function placeAnchors(text: string, anchors: readonly TextAnchor[]): (TextPlace | null)[] {
  const search = createSearch(text)
  const places = anchors.map((anchor) => findExactly(text, anchor, search))
  // The distance by which the words before and after have moved shows where to look.
  const moved = anchors
    .flatMap(({ start }, index) => {
      const place = places[index]
      return start !== null && place ? [{ start, by: place.from - start }] : []
    })
    .toSorted((a, b) => a.start - b.start)
  let left = MAX_COMPARED
  return places.map((place, index) => {
    const anchor = anchors[index]
    if (place || !anchor || left <= 0) return place ?? null
    left -= 8 * WINDOW
    return findSimilar(text, anchor, (anchor.start ?? 0) + shiftAt(moved, anchor.start ?? 0))
  })
}

function createSearch(text: string): Search {
  let left = MAX_SEARCHED
  return (words, from = 0) => {
    if (left <= 0) return -1
    const at = text.indexOf(words, from)
    left -= words.length + (at < 0 ? text.length : at) - from
    return at
  }
}

/** A search for these words that goes on from the end of its last result. */
function createContinuedSearch(search: Search, words: string): (from: number) => number {
  let last = { from: Number.POSITIVE_INFINITY, at: -1 }
  return (from) => {
    const isKnown = from >= last.from && (last.at < 0 || last.at >= from)
    if (!isKnown) last = { from, at: search(words, from) }
    return last.at
  }
}

function findExactly(
  text: string,
  { quote, length, prefix, suffix, start }: TextAnchor,
  search: Search,
): TextPlace | null {
  const findSuffix = createContinuedSearch(search, suffix)
  const endOf = (from: number) => {
    if (length <= quote.length) return from + quote.length
    // Only the beginning of long words is stored; they end where the following text begins, or after their length.
    const end = suffix ? findSuffix(from + quote.length) : text.length
    return end >= 0 && end - from < 2 * length ? end : Math.min(text.length, from + length)
  }
  const at = (from: number): TextPlace => ({ from, to: endOf(from), isExact: true })
  const isSurrounded = (from: number) =>
    contextBefore(text, from, prefix) === prefix.length &&
    contextAfter(text, endOf(from), suffix) === suffix.length
  if (start !== null && text.startsWith(quote, start) && isSurrounded(start)) return at(start)
  const whole = prefix + (length > quote.length ? quote : quote + suffix)
  const first = whole ? search(whole) : -1
  if (first >= 0 && search(whole, first + 1) < 0) return at(first + prefix.length)
  return quote ? bestOccurrence(text, { quote, prefix, suffix, start }, { at, endOf, search }) : null
}

/** The best of several places with these words: the one between the most similar texts, and of two the nearer one. */
function bestOccurrence(
  text: string,
  { quote, prefix, suffix, start }: Pick<TextAnchor, 'quote' | 'prefix' | 'suffix' | 'start'>,
  { at, endOf, search }: { at: (from: number) => TextPlace; endOf: (from: number) => number; search: Search },
): TextPlace | null {
  let best: { from: number; context: number; distance: number } | null = null
  let count = 0
  for (let from = search(quote); from >= 0 && count < MAX_OCCURRENCES; count++) {
    const context = contextBefore(text, from, prefix) + contextAfter(text, endOf(from), suffix)
    const distance = Math.abs(from - (start ?? from))
    if (!best || context > best.context || (context === best.context && distance < best.distance))
      best = { from, context, distance }
    from = search(quote, from + 1)
  }
  if (!best) return null
  // A short word that occurs everywhere is not the one that was meant, unless something around it says so.
  const isClear = quote.length >= 12 || best.context >= 8 || prefix.length + suffix.length === 0
  return isClear || (count === 1 && quote.length >= 4) ? at(best.from) : null
}

/** The number of characters before an offset that are as they were. */
function contextBefore(text: string, from: number, prefix: string): number {
  let same = 0
  while (same < prefix.length && text[from - 1 - same] === prefix[prefix.length - 1 - same]) same++
  return same
}

function contextAfter(text: string, to: number, suffix: string): number {
  let same = 0
  while (same < suffix.length && text[to + same] === suffix[same]) same++
  return same
}

/** The words between texts that are like those around the anchor, if the words are similar as well. */
function findSimilar(text: string, anchor: TextAnchor, expected: number): TextPlace | null {
  const { quote, length, prefix, suffix } = anchor
  const from = Math.max(0, expected - WINDOW)
  const part = text.slice(from, Math.min(text.length, expected + length + WINDOW, from + 4 * WINDOW))
  const begins = [findApproximately(part, prefix, 'end'), findApproximately(part, quote, 'begin')]
  const ends = [
    findApproximately(part, suffix, 'begin'),
    length > quote.length ? null : findApproximately(part, quote, 'end'),
  ]
  const pairs = begins.flatMap((begin) =>
    ends.flatMap((end) =>
      begin === null || end === null || begin.at > end.at
        ? []
        : [{ begin: begin.at, end: end.at, differences: begin.differences + end.differences }],
    ),
  )
  const [place] = pairs
    .filter(({ begin, end }) => isSimilar(part.slice(begin, end), { quote, length }))
    .toSorted((a, b) => a.differences - b.differences)
  return place ? { from: from + place.begin, to: from + place.end, isExact: quote === '' } : null
}

function isSimilar(words: string, { quote, length }: Pick<TextAnchor, 'quote' | 'length'>): boolean {
  if (quote === '') return words === ''
  return words.length <= 2 * length + 40 && similarity(words.slice(0, 1_000), quote.slice(0, 1_000)) >= 0.5
}

/** The distance by which the nearest place before has moved, or the first one after. */
function shiftAt(moved: readonly { start: number; by: number }[], start: number): number {
  return (moved.findLast((place) => place.start <= start) ?? moved[0])?.by ?? 0
}

/** The share of pairs of characters that two texts have in common, from 0 to 1. */
function similarity(one: string, other: string): number {
  if (one.length < 2 || other.length < 2) return one === other ? 1 : 0
  const pairs = new Map<string, number>()
  for (let at = 0; at + 1 < one.length; at++)
    pairs.set(one.slice(at, at + 2), (pairs.get(one.slice(at, at + 2)) ?? 0) + 1)
  let common = 0
  for (let at = 0; at + 1 < other.length; at++) {
    const left = pairs.get(other.slice(at, at + 2)) ?? 0
    if (left === 0) continue
    common++
    pairs.set(other.slice(at, at + 2), left - 1)
  }
  return (2 * common) / (one.length + other.length - 2)
}

/** The number of bits of an integer in bitwise operations, which limits the length of patterns. */
const MAX_PATTERN = 31
/** Shorter patterns would be found everywhere. */
const MIN_PATTERN = 6
/** The share of the pattern that may differ. */
const MAX_DIFFERENCES = 0.25

interface ApproximateMatch {
  /** The offset of the end of the pattern, or of its beginning. */
  at: number
  /** The number of characters that differ. */
  differences: number
}

/** The bits of the places of each character of a pattern; set to zero again after each search. */
const places = new Uint32Array(0x10000)

/**
 * The best place of the end of a pattern in a text where some characters differ, or of its beginning; null if there is none. It compares
 * each character once, with the bit-parallel algorithm of Myers (1999).
 */
function findApproximately(text: string, pattern: string, edge: 'begin' | 'end'): ApproximateMatch | null {
  const size = Math.min(pattern.length, MAX_PATTERN)
  if (size < MIN_PATTERN) return null
  // To find its beginning both are read backwards.
  const [part, step, first] =
    edge === 'end' ? [pattern.slice(-size), 1, 0] : [pattern.slice(0, size), -1, text.length - 1]
  for (let at = 0; at < size; at++) {
    const character = characterOf(part, at, step)
    places[character] = (places[character] ?? 0) | (1 << at)
  }
  const last = 1 << (size - 1)
  let more = -1
  let less = 0
  let differences = size
  let best = Math.floor(size * MAX_DIFFERENCES) + 1
  let found: number | null = null
  for (let count = 0, at = first; count < text.length; count++, at += step) {
    const equal = places[text.charCodeAt(at)] as number
    const vertical = equal | less
    const horizontal = (((equal & more) + more) ^ more) | equal
    let up = less | ~(horizontal | more)
    let down = more & horizontal
    if (up & last) differences++
    else if (down & last) differences--
    up <<= 1
    down <<= 1
    more = down | ~(vertical | up)
    less = up & vertical
    if (differences < best) {
      best = differences
      found = edge === 'end' ? at + 1 : at
    }
  }
  for (let at = 0; at < size; at++) places[characterOf(part, at, step)] = 0
  return found === null ? null : { at: found, differences: best }
}

const characterOf = (part: string, at: number, step: number) =>
  part.charCodeAt(step > 0 ? at : part.length - 1 - at)
