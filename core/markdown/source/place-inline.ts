import type { MarkdownIt, StateInline, Token } from 'markdown-it'

/** A token as a piece of its block's content. Every character of the content belongs to one piece. */
export interface Piece {
  token: Token
  /** The text of a text, before texts are joined. */
  text: string
  from: number
  to: number
}

/** The pieces of each list of tokens that the inline parser has made. */
export type InlinePieces = WeakMap<Token[], Piece[]>

/**
 * Notes where inline tokens are, by watching each rule: what it pushes reaches to where it leaves the position. A text begins where
 * the token before it ends. To be used when all rules are in place.
 */
export function placeInline(md: MarkdownIt): InlinePieces {
  const pieces: InlinePieces = new WeakMap()
  const ends = new WeakMap<Token, number>()
  const widths = new WeakMap<Token, number>()
  const { ruler, ruler2 } = md.inline

  const note = ({ tokens, src, pos }: StateInline, { first, start }: { first: number; start: number }) => {
    for (const token of tokens.slice(first)) {
      if (ends.has(token) || widths.has(token)) continue
      // The text of a delimiter is taken away when it turns out to be one.
      if (token.type === 'text') widths.set(token, token.content.length)
      else if (token.nesting === 1) ends.set(token, start + (/[[<]/.test(src.charAt(start)) ? 1 : 0))
      else ends.set(token, pos)
    }
  }

  const rules = ruler.getRules('')
  ruler.enableOnly([])
  for (const rule of rules) {
    ruler.push(rule.name, (state, silent) => {
      const [first, start] = [state.tokens.length, state.pos]
      if (!rule(state, silent)) return false
      if (!silent) note(state, { first, start })
      return true
    })
  }

  ruler2.before('fragments_join', 'keep_pieces', ({ tokens }) => {
    let to = 0
    const placed = tokens.map((token): Piece => {
      const from = to
      to = ends.get(token) ?? from + (widths.get(token) ?? token.content.length)
      return { token, text: token.content, from, to }
    })
    pieces.set(tokens, joinStrong(placed))
  })
  return pieces
}

/** Strong emphasis is one token of two delimiters; the outer ones are left without their text. */
function joinStrong(pieces: Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const [index, piece] of pieces.entries()) {
    const isRest = piece.token.type === 'text' && piece.text === '' && piece.to > piece.from
    const before = joined.at(-1)
    const after = pieces[index + 1]
    if (isRest && after?.token.type === 'strong_open') after.from = piece.from
    else if (isRest && before?.token.type === 'strong_close') before.to = piece.to
    else joined.push(piece)
  }
  return joined
}
