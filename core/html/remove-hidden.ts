import type { Declarations } from '#core/html/declarations.ts'
import { hidesAll, isUnseen, type Look, lookOf, PLAIN } from '#core/html/hiding.ts'
import { ownStyle, readStyleSheets, type StyleSheets } from '#core/html/style-sheets.ts'

/** The shortest prose; shorter texts are those of menus and buttons. */
const PROSE_LENGTH = 60
/** A page that shows less than this hides its text until a script shows it. */
const SHORT_LENGTH = 400
/** The most times the rest is looked at again without the element that hid it. */
const MAX_COVERS = 4

interface Options {
  /** Elements that are removed for another reason. */
  isLeftOut?: (element: Element) => boolean
}

/**
 * Removes the invisible parts of a page, through which somebody could speak to a program that reads the text: by the style sheets in the
 * document and the attributes of elements, as browsers show them. Text that is hidden from screen readers is removed too. An element that
 * hides nearly all of a text is not a hiding place, but waits for a script.
 */
export function removeHidden(document: Document, { isLeftOut = () => false }: Options = {}): void {
  const sheets = readStyleSheets(document)
  let hidden = findHidden(document, { sheets, isLeftOut })
  for (let count = 0; count < MAX_COVERS; count++) {
    const cover = coverOf(hidden)
    if (!cover) break
    for (const name of ['hidden', 'aria-hidden', 'style']) cover.removeAttribute(name)
    sheets.forget(cover)
    hidden = findHidden(document, { sheets, isLeftOut })
  }
  for (const node of hidden.nodes) node.parentNode?.removeChild(node)
}

interface Hidden {
  nodes: Node[]
  /** The number of characters of visible prose, and of those that an element hides. */
  seen: number
  covered: Map<Element, number>
}

/** The element that hides nearly all of the text. */
function coverOf({ seen, covered }: Hidden): Element | undefined {
  const [longest] = [...covered].toSorted(([, one], [, other]) => other - one)
  const isCover = seen < SHORT_LENGTH && longest && longest[1] > 4 * Math.max(seen, PROSE_LENGTH)
  return isCover ? longest[0] : undefined
}

interface Looking {
  sheets: StyleSheets
  isLeftOut: (element: Element) => boolean
}

function findHidden(document: Document, { sheets, isLeftOut }: Looking): Hidden {
  const hidden: Hidden = { nodes: [], seen: 0, covered: new Map() }
  const count = (text: string, cover: Element | null) => {
    const { length } = text.trim()
    if (length < PROSE_LENGTH) return
    if (cover) hidden.covered.set(cover, (hidden.covered.get(cover) ?? 0) + length)
    else hidden.seen += length
  }
  const countWithin = (element: Element, cover: Element): void => {
    for (const node of element.childNodes) {
      if (node.nodeType === 3) count(node.nodeValue ?? '', cover)
      else if (node.nodeType === 1 && !isLeftOut(node as Element)) countWithin(node as Element, cover)
    }
  }
  const groundOf = (element: Element): string => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const ground = sheets.styleOf(at).get('background')
      if (ground) return ground
    }
    return 'white'
  }
  const styleOf = (element: Element, cover: Element | null): Declarations => {
    const style = cover || sheets.hidden.has(element) ? sheets.styleOf(element) : ownStyle(element)
    return hidesAll(style) ? sheets.styleOf(element) : style
  }
  /** `cover`: the element that hides the text around, unless something is declared to the contrary. */
  const visit = (element: Element, around: Look, outer: Element | null): void => {
    const isPage = element.localName === 'html' || element.localName === 'body'
    const style = styleOf(element, outer)
    if (!isPage && (element.getAttribute('aria-hidden') === 'true' || hidesAll(style))) {
      hidden.nodes.push(element)
      countWithin(element, outer ?? element)
      return
    }
    const look = style.size === 0 || isPage ? around : lookOf(style, around)
    const isDeclared = style.size > 0 && !isPage
    const cover = isDeclared ? (isUnseen(look, () => groundOf(element)) ? (outer ?? element) : null) : outer
    for (const node of element.childNodes) {
      if (node.nodeType === 3) {
        if (cover) hidden.nodes.push(node)
        count(node.nodeValue ?? '', cover)
      } else if (node.nodeType !== 1 || isLeftOut(node as Element)) hidden.nodes.push(node)
      else visit(node as Element, look, cover)
    }
  }
  visit(document.documentElement, PLAIN, null)
  return hidden
}
