/** Larger pastes are pasted as plain text. */
const MAX_HTML_LENGTH = 2_000_000
const MAX_ELEMENTS = 20_000
const MAX_DEPTH = 200
/** The depth limit of the renderer (core/markdown/limits.ts). */
const MAX_CONTAINERS = 30
const CONTAINERS = new Set(['BLOCKQUOTE', 'OL', 'UL'])
/** Turndown takes quadratic time for whitespace. */
const MAX_GAP = 2_000

/**
 * Whether a browser parses this fast. Unclosed elements take quadratic time: minutes for a hundred thousand, during which the tab
 * hangs.
 */
export function isQuickToParse(html: string): boolean {
  return html.length <= MAX_HTML_LENGTH && (html.match(/<[a-z]/gi)?.length ?? 0) <= MAX_ELEMENTS
}

/** Whether the document has no more elements, and is nested no deeper, than the converter takes. */
export function isBounded(body: HTMLElement): boolean {
  const elements = body.querySelectorAll('*')
  if (elements.length > MAX_ELEMENTS) return false
  let [depth, containers] = [0, 0]
  let node: Node | null = body
  // Walks without recursion, because the depth is unbounded.
  while (node) {
    if (node.firstChild) {
      if (CONTAINERS.has(node.nodeName)) containers++
      if (++depth > MAX_DEPTH || containers > MAX_CONTAINERS) return false
      node = node.firstChild
    } else {
      while (node && node !== body && !node.nextSibling) {
        node = node.parentNode
        depth--
        if (node && CONTAINERS.has(node.nodeName)) containers--
      }
      node = node === body ? null : (node?.nextSibling ?? null)
    }
  }
  return true
}

/** Whether the text has a long run of whitespace. Outside of `pre`, whitespace is collapsed first. */
export function hasLongGap(body: HTMLElement): boolean {
  const kept = [...body.querySelectorAll('pre')].map(({ textContent }) => textContent)
  const prose = body.textContent.replace(/[ \t\r\n]+/g, ' ')
  return [prose, ...kept].some((text) => text.match(/\s+/g)?.some(({ length }) => length > MAX_GAP))
}
