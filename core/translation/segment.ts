export type SegmentKind =
  /** A plain text of the article, such as its title. */
  | 'field'
  | 'heading'
  | 'paragraph'
  /** A paragraph of a list's item. */
  | 'item'
  | 'cell'
  /** The alternative text of an image. */
  | 'alt'
  /** The title of an image that readers see below it. */
  | 'caption'
  /** The title of a link or of another image. */
  | 'title'

/** A piece of an article that is translated as a whole. */
export interface Segment {
  /** Stable as long as the article is the same: the field, or the block's number and the part of the block. */
  id: string
  kind: SegmentKind
  /** The first block of a Markdown text is 1; a field is 0. Paragraphs, headings, code and each row of a table are blocks. */
  block: number
  /** The text of the heading above; empty when there is none. */
  section: string
  /** The visible text. The markup around it is tags: `<b1>…</b1>`, `<c1/>`. */
  text: string
  /** Its place in the Markdown, or in the field. */
  from: number
  to: number
}

/** The most segments of an article. */
export const MAX_SEGMENTS = 20_000
/** A longer text is not translated as one segment. */
export const MAX_SEGMENT_CHARACTERS = 20_000
export const MAX_SEGMENT_TAGS = 500

/** Returns true if a text has something to translate. */
export function hasLetters(text: string): boolean {
  return /\p{L}/u.test(text.replace(/<\/?[a-z]\d+\/?>/g, ''))
}

/** A part of a text with its replacement. */
export interface Edit {
  from: number
  to: number
  text: string
}

/** Makes edits that do not overlap, in any order. */
export function applyEdits(text: string, edits: Edit[]): string {
  const pieces: string[] = []
  let end = 0
  for (const edit of edits.toSorted((a, b) => a.from - b.from)) {
    pieces.push(text.slice(end, edit.from), edit.text)
    end = edit.to
  }
  pieces.push(text.slice(end))
  return pieces.join('')
}
