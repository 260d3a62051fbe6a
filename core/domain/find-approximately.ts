/** The number of bits of an integer in bitwise operations, which limits the length of patterns. */
const MAX_PATTERN = 31
/** Shorter patterns would be found everywhere. */
const MIN_PATTERN = 6
/** The share of the pattern that may differ. */
const MAX_DIFFERENCES = 0.25

export interface ApproximateMatch {
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
export function findApproximately(
  text: string,
  pattern: string,
  edge: 'begin' | 'end',
): ApproximateMatch | null {
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
