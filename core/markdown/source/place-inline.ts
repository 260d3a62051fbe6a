import type { MarkdownIt, StateInline, Token } from 'markdown-it'

/** A token as a piece of its block's content. Every character of the content belongs to one piece. */
export interface Piece {
  token: Token
  /** The text of a text token, before texts are joined. */
  text: string
  from: number
  to: number
}

/** The pieces of each list of tokens that the inline parser has made. */
export type InlinePieces = WeakMap<Token[], Piece[]>

/**
 * Records the places of inline tokens, by watching each rule: its tokens end at the position that it leaves. A text begins at the end of
 * the token before it. To be used when all rules are in place.
 */
export function placeInline(md: MarkdownIt): InlinePieces {
  const pieces: InlinePieces = new WeakMap()
  /** For each token of a list its end, or the length of the text from which it was made. */
  const notes = new WeakMap<Token[], { ends: number[]; widths: number[] }>()
  const { ruler, ruler2 } = md.inline

  const note = ({ tokens, src, pos }: StateInline, { first, start }: { first: number; start: number }) => {
    const { ends, widths } = notes.get(tokens) ?? { ends: [], widths: [] }
    notes.set(tokens, { ends, widths })
    for (let index = first; index < tokens.length; index++) {
      const token = tokens[index]
      if (!token || ends[index] !== undefined || widths[index] !== undefined) continue
      // The text of a delimiter is taken away when it turns out to be one.
      if (token.type === 'text') widths[index] = token.content.length
      else if (token.nesting === 1) ends[index] = start + (/[[<]/.test(src.charAt(start)) ? 1 : 0)
      else ends[index] = pos
    }
  }

  const rules = ruler.getRules('')
  ruler.enableOnly([])
  for (const rule of rules) {
    ruler.push(rule.name, (state, silent) => {
      const [first, start] = [state.tokens.length, state.pos]
      if (!rule(state, silent)) return false
      if (state.tokens.length > first) note(state, { first, start })
      return true
    })
  }

  ruler2.before('fragments_join', 'keep_pieces', ({ tokens }) => {
    const { ends, widths } = notes.get(tokens) ?? { ends: [], widths: [] }
    let to = 0
    const placed = tokens.map((token, index): Piece => {
      const from = to
      to = ends[index] ?? from + (widths[index] ?? token.content.length)
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
