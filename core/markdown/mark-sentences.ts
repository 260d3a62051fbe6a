/** A sentence of a text, with the HTML that is put around its words and after them. */
export interface SentenceMark {
  /** As readers see it (`core/check/text/block.ts`). */
  text: string
  open: string
  close: string
  after: string
}

/** Sentences that are not found are searched for in the whole rest of the text; more would take too long. */
const MAX_MISSING = 50

/** A tag, an entity, or text between them, in HTML that `renderArticle` has made. */
const PIECE = /<(\/?)([a-z][a-z\d]*)[^>]*>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z\d]{1,32});|[^<&]+|[<&]/gi
const ENTITIES = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
])
/** Stands for what is no prose, as in a block of `core/check`. */
const NOT_PROSE = '\uFFFC'
const INLINE = new Set([
  'a',
  'em',
  'strong',
  's',
  'del',
  'b',
  'i',
  'sup',
  'sub',
  'span',
  'code',
  'img',
  'br',
  'mark',
])

interface Piece {
  /** Where it begins in the flow of text, and how long it is there. */
  at: number
  length: number
  from: number
  to: number
  isInLink: boolean
}

/** Puts marks around the sentences of a rendered text, in their order. A sentence that is not found in it stays as it is. */
export function markSentences(html: string, sentences: readonly SentenceMark[]): string {
  const { flow, pieces, linkEnds } = readFlow(html)
  const inserted: { at: number; html: string }[] = []
  let [cursor, missing, first] = [0, 0, 0]
  for (const { text, open, close, after } of sentences) {
    const start = text === '' ? -1 : flow.indexOf(text, cursor)
    if (start < 0) {
      if (++missing > MAX_MISSING) break
      continue
    }
    const end = start + text.length
    cursor = end
    let last: Piece | undefined
    while (first < pieces.length && endOf(pieces[first]) <= start) first++
    for (let index = first; index < pieces.length; index++) {
      const piece = pieces[index]
      if (!piece || piece.at >= end) break
      last = piece
      // A label in a link would keep the link from being followed.
      if (piece.isInLink) continue
      inserted.push({ at: rawOffset(piece, Math.max(start, piece.at)), html: open })
      inserted.push({ at: rawOffset(piece, Math.min(end, endOf(piece))), html: close })
    }
    if (!last) continue
    const isInLink = last.isInLink
    const at = rawOffset(last, Math.min(end, endOf(last)))
    inserted.push({ at: isInLink ? (linkEnds.find((offset) => offset >= at) ?? at) : at, html: after })
  }
  return insert(html, inserted)
}

const endOf = (piece: Piece | undefined) => (piece ? piece.at + piece.length : 0)

/** Of an entity only its ends can be told apart. */
function rawOffset({ at, length, from, to }: Piece, offset: number): number {
  return length === to - from ? from + offset - at : offset <= at ? from : to
}

function insert(html: string, inserted: { at: number; html: string }[]): string {
  let [result, done] = ['', 0]
  for (const { at, html: added } of inserted.toSorted((a, b) => a.at - b.at)) {
    result += html.slice(done, at) + added
    done = at
  }
  return result + html.slice(done)
}

/** The text of HTML as readers see it, with a line break between blocks, and where each part of it stands. */
function readFlow(html: string): { flow: string; pieces: Piece[]; linkEnds: number[] } {
  const pieces: Piece[] = []
  const linkEnds: number[] = []
  let [flow, isInLink, hidden] = ['', false, '']
  const add = (text: string, from: number, to: number) => {
    pieces.push({ at: flow.length, length: text.length, from, to, isInLink })
    flow += text
  }
  for (const { 0: piece, 1: slash, 2: tag, index } of html.matchAll(PIECE)) {
    const end = index + piece.length
    const name = tag?.toLowerCase()
    if (name === undefined) {
      if (hidden) continue
      const entity = piece.startsWith('&') && piece.length > 1
      add(entity ? (ENTITIES.get(piece) ?? NOT_PROSE) : piece.replace(/\s/g, ' '), index, end)
    } else if (hidden) {
      if (slash && name === hidden) hidden = ''
    } else if (!INLINE.has(name)) flow += '\n'
    else if (name === 'a') {
      isInLink = !slash
      if (slash) linkEnds.push(end)
    } else if (name === 'code' || name === 'sup') {
      hidden = slash ? '' : name
      if (name === 'code') flow += NOT_PROSE
    } else if (name === 'img') flow += NOT_PROSE
    else if (name === 'br') flow += ' '
  }
  return { flow, pieces, linkEnds }
}
