import { diffArrays } from 'diff'

/** The compared part of a segment: `context` is the kind of text. */
export interface AlignedText {
  context: string
  text: string
}

/** The segment of the older text to which one of the newer belongs, and whether its text is the same. */
export interface Alignment {
  /** Its position in the older text; null when it is new. */
  old: number | null
  isSame: boolean
}

/** Texts that differ in more segments than this are compared by their beginning and their end only. */
const MAX_EDITS = 2_000
/** A longer run of changes is paired in its order, without looking at which texts are alike. */
const MAX_GAP = 100
/** Two texts that share fewer of their words are not versions of each other. */
const MIN_ALIKE = 0.3

/** Finds for each segment of a newer version of a text the one of the older version that it was. The same texts are always aligned alike. */
export function alignSegments(
  older: readonly AlignedText[],
  newer: readonly AlignedText[],
  maxEdits = MAX_EDITS,
): Alignment[] {
  const alignments: Alignment[] = newer.map(() => ({ old: null, isSame: false }))
  let [from, to] = [0, 0]
  const gap = { older: [0, 0] as [number, number], newer: [0, 0] as [number, number] }
  const closeGap = () => {
    gap.older[1] = from
    gap.newer[1] = to
    for (const [old, index] of pairChanged(older, newer, gap)) alignments[index] = { old, isSame: false }
  }
  for (const { count, isSame, isOld } of commonRuns(older.map(keyOf), newer.map(keyOf), maxEdits)) {
    if (!isSame) {
      if (isOld) from += count
      else to += count
      continue
    }
    closeGap()
    for (let index = 0; index < count; index++) alignments[to + index] = { old: from + index, isSame: true }
    from += count
    to += count
    gap.older[0] = from
    gap.newer[0] = to
  }
  closeGap()
  return alignments
}

const keyOf = ({ context, text }: AlignedText) => `${context}\n${text}`

interface Run {
  count: number
  isSame: boolean
  isOld: boolean
}

function commonRuns(older: string[], newer: string[], maxEditLength: number): Run[] {
  const changes = diffArrays(older, newer, { maxEditLength })
  if (changes)
    return changes.map(({ count = 0, added, removed }) => ({
      count,
      isSame: !added && !removed,
      isOld: removed === true,
    }))
  const shorter = Math.min(older.length, newer.length)
  let start = 0
  while (start < shorter && older[start] === newer[start]) start++
  let end = 0
  while (end < shorter - start && older.at(-1 - end) === newer.at(-1 - end)) end++
  return [
    { count: start, isSame: true, isOld: true },
    { count: older.length - start - end, isSame: false, isOld: true },
    { count: newer.length - start - end, isSame: false, isOld: false },
    { count: end, isSame: true, isOld: true },
  ]
}

interface Gap {
  older: [from: number, to: number]
  newer: [from: number, to: number]
}

/** Pairs what changed between two places that stayed the same, in order. */
function pairChanged(older: readonly AlignedText[], newer: readonly AlignedText[], gap: Gap) {
  const before = older.slice(...gap.older)
  const after = newer.slice(...gap.newer)
  const pairs =
    before.length === after.length && before.every(({ context }, index) => context === after[index]?.context)
      ? before.map((_, index): [number, number] => [index, index])
      : before.length > MAX_GAP || after.length > MAX_GAP
        ? pairInOrder(before, after)
        : pairAlike(before, after)
  return pairs.map(([old, index]): [number, number] => [gap.older[0] + old, gap.newer[0] + index])
}

function pairInOrder(before: AlignedText[], after: AlignedText[]): [number, number][] {
  const pairs: [number, number][] = []
  let old = 0
  for (const [index, { context }] of after.entries()) {
    if (before[old]?.context !== context) continue
    pairs.push([old, index])
    old++
  }
  return pairs
}

/** Pairs texts so that all pairs together have the most words in common; their order is the same on both sides. */
function pairAlike(before: AlignedText[], after: AlignedText[]): [number, number][] {
  const [words, others] = [before, after].map((texts) => texts.map(({ text }) => wordsOf(text)))
  const width = after.length + 1
  const best = new Float64Array((before.length + 1) * width)
  const gainOf = (old: number, index: number) => {
    if (before[old]?.context !== after[index]?.context) return 0
    const alike = likeness(words?.[old] ?? new Set(), others?.[index] ?? new Set())
    return alike < MIN_ALIKE ? 0 : alike
  }
  for (let old = before.length - 1; old >= 0; old--)
    for (let index = after.length - 1; index >= 0; index--) {
      const value = gainOf(old, index)
      const paired = value > 0 ? value + (best[(old + 1) * width + index + 1] ?? 0) : 0
      const skipped = Math.max(best[(old + 1) * width + index] ?? 0, best[old * width + index + 1] ?? 0)
      best[old * width + index] = Math.max(paired, skipped)
    }
  const pairs: [number, number][] = []
  for (let [old, index] = [0, 0]; old < before.length && index < after.length; ) {
    const here = best[old * width + index] ?? 0
    if (here === best[(old + 1) * width + index]) old++
    else if (here === best[old * width + index + 1]) index++
    else pairs.push([old++, index++])
  }
  return pairs
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

/** The share of common words, from 0, when no word is in both texts, to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const word of one) if (other.has(word)) common++
  return one.size + other.size === 0 ? 0 : (2 * common) / (one.size + other.size)
}
