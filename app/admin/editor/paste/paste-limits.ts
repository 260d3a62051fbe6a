/** Larger pastes are pasted as plain text. */
const MAX_HTML_LENGTH = 2_000_000
const MAX_ELEMENTS = 20_000
const MAX_DEPTH = 200

/**
 * Tells whether a browser parses this fast. Unclosed elements take quadratic time: minutes for a hundred thousand, during which the tab
 * hangs.
 */
export function isQuickToParse(html: string): boolean {
  return html.length <= MAX_HTML_LENGTH && (html.match(/<[a-z]/gi)?.length ?? 0) <= MAX_ELEMENTS
}

/** True for a document that has no more elements, and is nested no deeper, than are read one in another. */
export function isBounded(body: HTMLElement): boolean {
  if (body.querySelectorAll('*').length > MAX_ELEMENTS) return false
  let depth = 0
  let node: Node | null = body
  // Walks without recursion, because the depth is unbounded.
  while (node) {
    if (node.firstChild) {
      if (++depth > MAX_DEPTH) return false
      node = node.firstChild
    } else {
      while (node && node !== body && !node.nextSibling) {
        node = node.parentNode
        depth--
      }
      node = node === body ? null : (node?.nextSibling ?? null)
    }
  }
  return true
}
