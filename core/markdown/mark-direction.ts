import type { Token } from 'markdown-it'

/** Hebrew, Arabic and the other scripts that are written from right to left, and the mark for this direction. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const LETTER = /\p{L}/u

/**
 * Lets browsers find the direction of each block that has a word from right to left; other blocks have no attribute. A list has its markers
 * on the side on which its first item begins. `tokens` are those of the blocks.
 */
export function markDirection(tokens: readonly Token[]): void {
  /** The open lists and list items, and the lists among them that have had no letter yet. */
  const open: Token[] = []
  let undecided: Token[] = []
  for (const [index, token] of tokens.entries()) {
    if (/^(bullet_list|ordered_list|list_item)_open$/.test(token.type)) {
      open.push(token)
      if (token.type !== 'list_item_open') undecided.push(token)
    } else if (/^(bullet_list|ordered_list|list_item)_close$/.test(token.type)) {
      const closed = open.pop()
      undecided = undecided.filter((list) => list !== closed)
    }
    if (token.type !== 'inline') continue
    const text = (token.children ?? []).map(({ content }) => content).join('')
    const [letter] = LETTER.exec(text) ?? []
    if (letter) {
      if (RIGHT_TO_LEFT.test(letter)) for (const list of undecided) list.attrSet('dir', 'rtl')
      undecided = []
    }
    if (!RIGHT_TO_LEFT.test(text)) continue
    const block = tokens[index - 1]
    // A paragraph in a tight list is hidden: its element is that of the item.
    ;(block?.hidden ? open.at(-1) : block)?.attrSet('dir', 'auto')
  }
}
