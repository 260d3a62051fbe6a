import { escapeXml } from '#core/feeds/escape.ts'

/** A sentence of a text, with the button after it, which a click on its words presses. */
export interface SentenceMark {
  /** The visible text (`core/check/text/block.ts`). */
  text: string
  /** The id of the button. */
  id: string
  /** The id of the popover that the button opens. */
  shows: string
  label: string
  /** The text of the button. */
  sign: string
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
/** The placeholder for parts that are not prose, as in a block of `core/check`. */
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
  /** Its offset and its length in the flow of text. */
  at: number
  length: number
  from: number
  to: number
  isInLink: boolean
}

/** Keeps the button on the line of the word before it. */
const WORD_JOINER = '\u2060'

/** Puts labels around the words of sentences in a rendered text, in their order, and their buttons after them. A sentence that is not found in it stays as it is. */
export function markSentences(html: string, sentences: readonly SentenceMark[]): string {
  const { flow, pieces, linkEnds } = readFlow(html)
  const inserted: { at: number; html: string }[] = []
  let [cursor, missing, first] = [0, 0, 0]
  for (const sentence of sentences) {
    const { text, id } = sentence
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
      inserted.push({ at: rawOffset(piece, Math.max(start, piece.at)), html: `<label for="${id}">` })
      inserted.push({ at: rawOffset(piece, Math.min(end, endOf(piece))), html: '</label>' })
    }
    if (!last) continue
    const isInLink = last.isInLink
    const at = rawOffset(last, Math.min(end, endOf(last)))
    inserted.push({
      at: isInLink ? (linkEnds.find((offset) => offset >= at) ?? at) : at,
      html: buttonOf(sentence),
    })
  }
  return insert(html, inserted)
}

function buttonOf({ id, shows, label, sign }: SentenceMark): string {
  const said = ` class="rests-on" popovertarget="${shows}" aria-label="${escapeXml(label)}">${escapeXml(sign)}`
  return `${WORD_JOINER}<button type="button" id="${id}"${said}</button>`
}

const endOf = (piece: Piece | undefined) => (piece ? piece.at + piece.length : 0)

/** The parts of an entity cannot be separated: an offset is one of its ends. */
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

/** The visible text of HTML, with a line break between blocks, and the place of each part of it. */
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
