import { foldName } from '#core/languages/fold-letters.ts'
import { hashOf } from '#core/text-hash.ts'

/** The words by which two texts are found to be the same. */
export interface Likeness {
  /** The words of the title in their order, without accents and capitals. */
  title: string
  /** Hashes of every few words in a row of the body. */
  shingles: ReadonlySet<number>
  /** Of texts that are nearly the same, at least one is most likely the same. */
  bands: number[]
}

const SHINGLE = 4
/** Copies are shortened and differ in their ends, so the beginning is compared by itself. */
const HEAD_WORDS = 40
const MAX_WORDS = 1500
/** Fewer tell nothing: short teasers are often the same by chance. */
const MIN_SHINGLES = 9
const MIN_TITLE_WORDS = 5
const BANDS = 12
const ROWS = 3
/** The share of the shorter text that has to be in the other one. */
const NEARLY = 0.6
/** One outlet has the same words below many of its texts. */
const TITLE_OF_ONE_OUTLET = 0.5

export function likenessOf({ title, body }: { title: string; body: string }): Likeness {
  const words = wordsOf(title)
  const bodyWords = wordsOf(body)
  const shingles = shinglesOf(bodyWords)
  const folded = words.join(' ')
  return {
    title: folded,
    shingles,
    bands: [
      ...(words.length >= MIN_TITLE_WORDS ? [numberOf(`title ${folded}`)] : []),
      ...bandsOf('head', shinglesOf(bodyWords.slice(0, HEAD_WORDS))),
      ...(bodyWords.length > HEAD_WORDS ? bandsOf('all', shingles) : []),
    ],
  }
}

/** Tells whether two texts are nearly the same, by the true share of common shingles. */
export function isNearlySame(one: Likeness, other: Likeness, { isOneOutlet = false } = {}): boolean {
  const [short, long] =
    one.shingles.size < other.shingles.size ? [one.shingles, other.shingles] : [other.shingles, one.shingles]
  if (one.title === other.title && one.title.split(' ').length >= MIN_TITLE_WORDS)
    return short.size < MIN_SHINGLES || shareIn(short, long) >= NEARLY / 2
  if (short.size < MIN_SHINGLES || shareIn(short, long) < NEARLY) return false
  return !isOneOutlet || titleShare(one.title, other.title) >= TITLE_OF_ONE_OUTLET
}

function titleShare(one: string, other: string): number {
  const [words, others] = [new Set(one.split(' ')), new Set(other.split(' '))]
  return shareIn(words, others) * Math.min(1, words.size / others.size)
}

function shareIn<T>(part: ReadonlySet<T>, whole: ReadonlySet<T>): number {
  let common = 0
  for (const one of part) if (whole.has(one)) common++
  return common / part.size
}

const wordsOf = (text: string) =>
  (text.slice(0, 20_000).match(/[\p{L}\p{N}\p{M}]{1,60}/gu) ?? []).slice(0, MAX_WORDS).map(foldName)

function shinglesOf(words: readonly string[]): Set<number> {
  const shingles = new Set<number>()
  for (let index = 0; index + SHINGLE <= words.length; index++)
    shingles.add(numberOf(words.slice(index, index + SHINGLE).join(' ')) >>> 0)
  return shingles
}

/** The smallest of the shingles under several orders: texts with many shingles in common have many of these in common. */
function bandsOf(name: string, shingles: ReadonlySet<number>): number[] {
  if (shingles.size < MIN_SHINGLES) return []
  return Array.from({ length: BANDS }, (_, band) => {
    const rows = Array.from({ length: ROWS }, (_, row) => smallest(shingles, band * ROWS + row))
    return numberOf(`${name} ${band} ${rows.join(' ')}`)
  })
}

function smallest(shingles: ReadonlySet<number>, order: number): number {
  const [times, plus] = [Math.imul(2 * order + 1, 0x9e3779b1), Math.imul(order + 1, 0x85ebca6b)]
  let least = 0xffffffff
  for (const shingle of shingles) {
    const mixed = Math.imul(shingle ^ (shingle >>> 15), times) + plus
    const placed = (mixed ^ (mixed >>> 13)) >>> 0
    if (placed < least) least = placed
  }
  return least
}

/** 53 bits, which PostgreSQL stores as a bigint. */
const numberOf = (text: string) => Number.parseInt(hashOf(text), 36)
