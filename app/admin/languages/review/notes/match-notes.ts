import type { SourceTag } from '#app/admin/languages/review/check/reviewed-texts.ts'
import { readersText } from '#app/admin/languages/review/reports/match-reports.ts'
import { SHORT_TEXTS, TRANSLATED_FIELDS } from '#core/domain/article.ts'
import { type ArticleNote, anchorOf, MAX_NOTE_QUOTE, type NoteThread } from '#core/domain/article-note.ts'
import { anchorAt, placeAnchors, type TextAnchor } from '#core/domain/text-anchor.ts'

/** A text of one side of a review. */
export interface NotedBlock {
  /** The field, or the name of the block in the text. */
  id: string
  text: string
  tags: readonly SourceTag[] | undefined
}

export interface MatchedNotes {
  /** By the position of the block. */
  at: Map<number, NoteThread[]>
  /** About the whole article, or about words that stand in no block. */
  elsewhere: NoteThread[]
}

const GAP = '\n\n'

/** Matches open notes to the blocks in which their words stand. */
export function matchNotes(threads: readonly NoteThread[], blocks: readonly NotedBlock[]): MatchedNotes {
  const matched: MatchedNotes = { at: new Map(), elsewhere: [] }
  for (const field of TRANSLATED_FIELDS) {
    const own = blocks
      .map((block, position) => ({ ...block, position }))
      .filter(({ id }) => fieldOf(id) === field)
    const starts: number[] = []
    let text = ''
    for (const block of own) {
      starts.push(text.length)
      text += readersText(block.text, block.tags) + GAP
    }
    const noted = threads.filter(({ note }) => note.field === field)
    // Their former places in the Markdown say nothing of this text.
    const places = placeAnchors(text, noted.map(anchorIn))
    for (const [index, thread] of noted.entries()) {
      const from = places[index]?.from
      const block = from === undefined ? undefined : own[starts.findLastIndex((start) => start <= from)]
      if (block) matched.at.set(block.position, [...(matched.at.get(block.position) ?? []), thread])
      else matched.elsewhere.push(thread)
    }
  }
  matched.elsewhere.unshift(...threads.filter(({ note }) => note.field === null))
  return matched
}

/** The field of a block. */
const fieldOf = (id: string) => SHORT_TEXTS.find((field) => field === id) ?? 'content'

function anchorIn({ note }: NoteThread): TextAnchor {
  const anchor = anchorOf(note)
  if (!anchor) throw new Error('A note on the whole article has no anchor')
  return { ...anchor, start: null }
}

/** The anchor of words in a block, or of the whole of it. */
export function anchorInBlock({ id, text, tags }: NotedBlock, words: string): TextAnchor {
  const shown = readersText(text, tags)
  const wanted = readersText(words, tags).trim() || shown
  const from = Math.max(0, shown.indexOf(wanted))
  const to = Math.min(shown.length, from + wanted.length)
  return { ...anchorAt(shown, { from, to }, { field: fieldOf(id), maxQuote: MAX_NOTE_QUOTE }), start: null }
}

/** A text of a block with a suggestion; null where its words do not stand there once. */
export function withSuggestion(text: string, { quote, replacement }: ArticleNote): string | null {
  const at = quote ? text.indexOf(quote) : -1
  if (at < 0 || replacement === null || text.includes(quote, at + 1)) return null
  return text.slice(0, at) + replacement + text.slice(at + quote.length)
}
