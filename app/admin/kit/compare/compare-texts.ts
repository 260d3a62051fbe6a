import { queryOptions } from '@tanstack/react-query'
import type * as Diff from 'diff'

/** A part of a comparison. `hidden` is the number of characters that are not shown. */
export interface Piece {
  kind: 'same' | 'added' | 'removed'
  /** The text that is shown; of a long text that stayed the same, its beginning and its end. */
  texts: [string] | [start: string, end: string]
  hidden: number
}

/** The time limit of a comparison, which blocks the page. */
const TIMEOUT_MS = 300
/** Longer texts are compared line by line. */
const MAX_CHARACTERS_BY_WORDS = 200_000
/** More pieces would slow the page down. */
const MAX_PIECES = 3_000
/** The number of characters that are shown of a text that stayed the same, on each side of a change, and of any other text. */
const CONTEXT = 160
const MAX_SHOWN = 20_000
/** The part of a word that is left where a text is folded; longer ones are cut. */
const PART_OF_WORD_AT_END = /\S{1,24}$/
const PART_OF_WORD_AT_START = /^\S{1,24}/

/**
 * Compares two texts: word by word, or line by line where that would take too long. Null when they are too long and too different for
 * either. `diff` is the library, which is loaded when something is compared.
 */
export function compareTexts(
  diff: Pick<typeof Diff, 'diffWordsWithSpace' | 'diffLines'>,
  before: string,
  after: string,
): Piece[] | null {
  const byWords =
    before.length + after.length > MAX_CHARACTERS_BY_WORDS
      ? undefined
      : diff.diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS })
  const changes =
    byWords && byWords.length <= MAX_PIECES ? byWords : diff.diffLines(before, after, { timeout: TIMEOUT_MS })
  if (!changes || changes.length > MAX_PIECES) return null
  return changes.map(({ value, added, removed }, index) => {
    if (added || removed) return { kind: added ? 'added' : 'removed', ...cut(value) }
    return { kind: 'same', ...fold(value, { isFirst: index === 0, isLast: index === changes.length - 1 }) }
  })
}

/** The pieces of a text that is not compared. */
export function wholeText(text: string): Piece[] {
  return [{ kind: 'same', ...cut(text) }]
}

function cut(text: string): Pick<Piece, 'texts' | 'hidden'> {
  const shown = beginningOf(text, MAX_SHOWN)
  return { texts: [shown], hidden: text.length - shown.length }
}

/** Before the first change only the end of a text helps to find the place, after the last one only its beginning. */
function fold(
  text: string,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): Pick<Piece, 'texts' | 'hidden'> {
  const start = isFirst ? '' : beginningOf(text, CONTEXT).replace(PART_OF_WORD_AT_END, '')
  const end = isLast ? '' : endOf(text, CONTEXT).replace(PART_OF_WORD_AT_START, '')
  const hidden = text.length - start.length - end.length
  return hidden <= CONTEXT ? { texts: [text], hidden: 0 } : { texts: [start, end], hidden }
}

/** Cuts at a character boundary. */
function beginningOf(text: string, longest: number): string {
  const part = text.slice(0, longest)
  return part.isWellFormed() ? part : part.slice(0, -1)
}

function endOf(text: string, longest: number): string {
  const part = text.slice(-longest)
  return part.isWellFormed() ? part : part.slice(1)
}

/** Loads the diff library. */
export const diffQuery = queryOptions({
  queryKey: ['diff'],
  queryFn: () => import('diff'),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})
