import type { Token } from 'markdown-it'
import type { Piece } from '#core/markdown/source/place-inline.ts'

/** A token of the page with its place in the block's content; a text may be several parts, one for each way it is written. */
export interface InlinePart {
  token: Token
  /** The text of a text token. */
  text: string
  from: number
  to: number
}

const BOX = /^\[[ x]\][ \t]+/i

/**
 * Gives the final tokens of a block their places. Since the pieces were noted, texts were joined and split, mail addresses have become
 * links, and the box of a task has been taken off its text.
 */
export function inlineParts(tokens: Token[], pieces: Piece[]): InlinePart[] {
  const parts: InlinePart[] = []
  let index = 0
  /** The number of characters of this piece's text that have been read. */
  let read = 0

  const position = () => {
    const piece = pieces[index]
    return piece ? placeIn(piece, read) : (pieces.at(-1)?.to ?? 0)
  }
  const readText = (token: Token, length: number) => {
    let rest = length
    for (let piece = pieces[index]; piece && rest > 0; piece = pieces[index]) {
      const end = Math.min(piece.text.length, read + rest)
      const text = piece.text.slice(read, end)
      if (text !== '') parts.push({ token, text, from: placeIn(piece, read), to: placeIn(piece, end) })
      rest -= end - read
      read = end
      if (end < piece.text.length) break
      index++
      read = 0
    }
  }

  for (const token of tokens) {
    // The text of a delimiter is taken away, and that of a box is read already.
    while (isText(pieces[index]) && read >= (pieces[index]?.text.length ?? 0)) {
      index++
      read = 0
    }
    const piece = pieces[index]
    if (token.type === 'text' || token.type === 'text_special') readText(token, token.content.length)
    else if (token.type === 'task_box') {
      const from = position()
      read += BOX.exec(piece?.text ?? '')?.[0].length ?? 0
      parts.push({ token, text: '', from, to: position() })
    } else if (piece?.token === token) {
      parts.push({ token, text: '', from: piece.from, to: piece.to })
      index++
      read = 0
    } else parts.push({ token, text: '', from: position(), to: position() })
  }
  return parts
}

const isText = (piece: Piece | undefined) => piece !== undefined && /^text/.test(piece.token.type)

/** An escape or a reference to a character is one place, whatever character it means. */
function placeIn({ text, from, to }: Piece, offset: number): number {
  if (to - from === text.length) return from + offset
  return offset === 0 ? from : to
}
