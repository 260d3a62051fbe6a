import type { Token } from 'markdown-it'

/**
 * An image that is alone in a paragraph and has a title becomes a figure with that title as its caption, which everybody sees; a
 * title is only shown to people with a mouse. `tokens` are all tokens in order, the content of blocks after its block.
 */
export function makeFigures(tokens: Token[]): void {
  for (const [index, inline] of tokens.entries()) {
    const [image, ...others] = inline.children ?? []
    const [opening, closing] = [tokens[index - 1], tokens[index + 2]]
    if (inline.type !== 'inline' || image?.type !== 'image' || others.length > 0) continue
    // A paragraph in a tight list is hidden: it has no element.
    if (opening?.type !== 'paragraph_open' || opening.hidden || closing?.type !== 'paragraph_close') continue
    const caption = image.attrGet('title')
    if (!caption) continue
    image.attrs = image.attrs?.filter(([name]) => name !== 'title') ?? null
    image.meta = { caption }
    opening.tag = closing.tag = 'figure'
  }
}
