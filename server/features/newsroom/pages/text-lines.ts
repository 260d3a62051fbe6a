import { tidyLine } from '#core/newsroom/tidy-text.ts'

const BLOCKS =
  /^(?:address|article|aside|blockquote|body|br|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|html|legend|li|main|menu|nav|ol|p|pre|section|summary|table|tbody|tfoot|thead|tr|ul)$/i
const CELLS = /^t[dh]$/i

/** A line of a page. */
export interface TextLine {
  text: string
  /** How many of its characters are links. */
  linked: number
}

/** What an element says, in the lines in which a page shows it; the cells of a table are one line. */
export function textLines(root: Node): TextLine[] {
  const lines: TextLine[] = []
  let [text, linked, links] = ['', 0, 0]
  const endLine = () => {
    const line = tidyLine(text)
    if (line !== '') lines.push({ text: line, linked: Math.min(linked, line.length) })
    text = ''
    linked = 0
  }
  const cross = (element: Element, isEnd: boolean) => {
    if (BLOCKS.test(element.tagName)) endLine()
    else if (CELLS.test(element.tagName) && isEnd) text += ' | '
    else if (/^a$/i.test(element.tagName)) links += isEnd ? -1 : 1
  }
  for (let node: Node | null = root; node; ) {
    if (node.nodeType === 1) cross(node as Element, false)
    else if (node.nodeType === 3) {
      const words = node.nodeValue ?? ''
      text += words
      if (links > 0) linked += words.trim().length
    }
    let next: Node | null = isSkipped(node) ? null : node.firstChild
    while (!next) {
      if (node.nodeType === 1) cross(node as Element, true)
      if (node === root) break
      next = node.nextSibling
      if (!next && node.parentNode) node = node.parentNode
      else if (!next) break
    }
    node = next
  }
  endLine()
  return lines
    .map((line) => ({ ...line, text: line.text.replace(/(?: \|)+$/, '') }))
    .filter(({ text }) => text !== '')
}

const isSkipped = (node: Node): boolean => /^(?:script|style|title)$/i.test(node.nodeName)
