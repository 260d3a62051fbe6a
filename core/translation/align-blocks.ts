import { alignSegments } from '#core/translation/align-segments.ts'
import type { ComparedBlock } from '#core/translation/compared-blocks.ts'

type Block = Pick<ComparedBlock, 'kind' | 'shape' | 'markdown'>

/** Blocks of a translation and of its original that belong together. One side may be empty. */
export interface AlignedRow<Compared extends Block> {
  translation: Compared[]
  original: Compared[]
  /** `changed`: the original has been changed here since it was translated. `apart`: it is not known which blocks belong together. */
  state: 'aligned' | 'changed' | 'apart'
}

/** The most rows; the rest is one row. A text can have hundreds of thousands of blocks, and each row has its markup. */
const MAX_ROWS = 2_000
/** Comparing takes a time that grows with the square of the changes, in which no other request is answered. */
const MAX_EDITS = 400
/** In longer runs of changes, blocks are paired by their order alone (`alignSegments`), so those are shown together as a whole. */
const MAX_CHANGES = 100

interface Versions<Compared extends Block> {
  translation: Compared[]
  /** The present blocks. */
  original: Compared[]
  /** The revision of the original that was translated; null when it is unknown. */
  translated: Block[] | null
}

/**
 * Aligns the blocks of a translation with those of its original, as the review does: a translation has the structure of the revision that
 * was translated, and that is aligned with the present original. If an editor has changed the structure, the blocks between two headings
 * stay together as a whole.
 */
export function alignBlocks<Compared extends Block>({
  translation,
  original,
  translated,
}: Versions<Compared>): AlignedRow<Compared>[] {
  const rows =
    translated && haveSameShapes(translation, translated)
      ? alignThrough(translated, { translation, original })
      : alignSections(translation, original)
  if (rows.length <= MAX_ROWS) return rows
  return [...rows.slice(0, MAX_ROWS - 1), joinRows(rows.slice(MAX_ROWS - 1))]
}

/** Puts both texts beside each other as a whole. */
export function alignWhole<Compared extends Block>(
  translation: Compared[],
  original: Compared[],
): AlignedRow<Compared>[] {
  return [{ translation, original, state: 'apart' }]
}

function joinRows<Compared extends Block>(rows: AlignedRow<Compared>[]): AlignedRow<Compared> {
  return {
    translation: rows.flatMap((row) => row.translation),
    original: rows.flatMap((row) => row.original),
    state: 'apart',
  }
}

function haveSameShapes(some: readonly Block[], others: readonly Block[]): boolean {
  return some.length === others.length && some.every(({ shape }, index) => shape === others[index]?.shape)
}

function alignThrough<Compared extends Block>(
  translated: readonly Block[],
  { translation, original }: Pick<Versions<Compared>, 'translation' | 'original'>,
): AlignedRow<Compared>[] {
  const textOf = ({ kind, markdown }: Block) => ({ context: kind, text: markdown })
  const rows: AlignedRow<Compared>[] = []
  let next = 0
  const addUntil = (end: number) => {
    for (const block of translation.slice(next, end))
      rows.push({ translation: [block], original: [], state: 'changed' })
    next = Math.max(next, end)
  }
  const alignments = alignSegments(translated.map(textOf), original.map(textOf), MAX_EDITS)
  for (const [index, { old, isSame }] of alignments.entries()) {
    if (old !== null) addUntil(old)
    const end = old === null ? next : old + 1
    rows.push({
      translation: translation.slice(next, end),
      original: original.slice(index, index + 1),
      state: isSame ? 'aligned' : 'changed',
    })
    next = end
  }
  addUntil(translation.length)
  return joinLongChanges(rows)
}

function joinLongChanges<Compared extends Block>(rows: AlignedRow<Compared>[]): AlignedRow<Compared>[] {
  const joined: AlignedRow<Compared>[] = []
  let from = 0
  for (let at = 0; at <= rows.length; at++) {
    if (rows[at]?.state === 'changed') continue
    const changes = rows.slice(from, at)
    joined.push(...(changes.length > MAX_CHANGES ? [joinRows(changes)] : changes), ...rows.slice(at, at + 1))
    from = at + 1
  }
  return joined
}

function alignSections<Compared extends Block>(
  translation: Compared[],
  original: Compared[],
): AlignedRow<Compared>[] {
  const [some, others] = [cutSections(translation), cutSections(original)]
  const isSameOutline =
    some.length === others.length && some.every(({ border }, at) => border?.kind === others[at]?.border?.kind)
  if (!isSameOutline) return alignWhole(translation, original)
  return some.flatMap(({ border, blocks }, at) => {
    const { border: otherBorder = null, blocks: otherBlocks = [] } = others[at] ?? {}
    const isWhole = haveSameShapes(blocks, otherBlocks)
    return [
      ...(border && otherBorder ? pair([border], [otherBorder]) : []),
      ...(isWhole
        ? pair(blocks, otherBlocks)
        : [{ translation: blocks, original: otherBlocks, state: 'apart' as const }]),
    ]
  })
}

function pair<Compared extends Block>(some: Compared[], others: Compared[]): AlignedRow<Compared>[] {
  return some.map((block, at) => ({
    translation: [block],
    original: others.slice(at, at + 1),
    state: 'aligned',
  }))
}

interface Section<Compared> {
  /** A heading, or the footnotes, which are the end. */
  border: Compared | null
  blocks: Compared[]
}

function cutSections<Compared extends Block>(blocks: Compared[]): Section<Compared>[] {
  const sections: Section<Compared>[] = [{ border: null, blocks: [] }]
  for (const block of blocks) {
    if (/^(?:heading|footnotes)_open/.test(block.kind)) sections.push({ border: block, blocks: [] })
    else sections.at(-1)?.blocks.push(block)
  }
  return sections
}
