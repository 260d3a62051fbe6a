import { tidyLine } from '#core/newsroom/tidy-text.ts'

const BLOCKS =
  /^(?:address|article|aside|blockquote|body|br|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|html|legend|li|main|menu|nav|ol|p|pre|section|summary|table|tbody|tfoot|thead|tr|ul)$/i
const CELLS = /^t[dh]$/i
const PARTS = /^(?:h[1-6]|pre|figcaption|li|dd|tr)$/i

/** A line of a page. */
export interface TextLine {
  text: string
  /** The number of its characters that are links. */
  linked: number
  /** The element that says what it is: a heading, a caption, preformatted, an item or a row; empty for others. */
  part: string
}

/** Lists what an element says, in the lines in which a page shows it; the cells of a table are one line. */
export function textLines(root: Node): TextLine[] {
  const lines: TextLine[] = []
  let [text, linked, links] = ['', 0, 0]
  let part = ''
  const endLine = () => {
    const share = linked / text.length
    for (const piece of part === 'pre' ? preformattedLines(text) : [text]) {
      const line = tidyLine(piece).replace(/(?: \|)+$/, '')
      if (line !== '') lines.push({ text: line, linked: Math.min(share * piece.length, line.length), part })
    }
    text = ''
    linked = 0
  }
  const cross = (element: Element, isEnd: boolean) => {
    if (BLOCKS.test(element.tagName)) endLine()
    if (PARTS.test(element.tagName)) part = isEnd ? '' : element.tagName.toLowerCase()
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
}

const WRAPPED_LENGTH = 40
/** The beginning of an item of a list, and what stands in columns. */
const ITEM_OR_COLUMNS = /^\s*(?:[-*+•·o]|[\p{L}\d]{1,3}[.)])\s|\S\s{3,}\S/u

/** The lines of preformatted text. Prose that was broken to fit a width is joined; code is not. */
function preformattedLines(text: string): string[] {
  const lines: string[] = []
  let before = ''
  for (const line of text.split(/\r\n?|\n/)) {
    const isNext =
      before.trim().length >= WRAPPED_LENGTH &&
      /^\s*["'“„«(\p{L}\p{N}]/u.test(line) &&
      ![before, line].some((one) => ITEM_OR_COLUMNS.test(one) || /[{};=]\s*$/.test(one))
    if (isNext) lines[lines.length - 1] += ` ${line.trim()}`
    else lines.push(line)
    before = line
  }
  return lines
}

const isSkipped = (node: Node): boolean => /^(?:script|style|title)$/i.test(node.nodeName)
