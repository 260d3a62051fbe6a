import type { HtmlBlock } from '#core/markdown/safe-html.ts'

/** A change of the elements of a preview, each of which is a block. */
export interface BlockChange {
  /** The index of the first changed block. */
  start: number
  /** The number of blocks to remove. */
  removed: number
  /** The HTML of the blocks to insert. */
  added: string[]
  /** The first lines of all blocks. */
  lines: number[]
}

/** The difference of two renderings, without the blocks that are the same at both ends. */
export function changedBlocks(before: HtmlBlock[], after: HtmlBlock[]): BlockChange {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start]?.html === after[start]?.html) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end)?.html === after.at(-1 - end)?.html) end++
  return {
    start,
    removed: before.length - start - end,
    added: after.slice(start, after.length - end).map(({ html }) => html),
    lines: after.map(({ line }) => line),
  }
}

/**
 * Applies a change to the elements in a target, of which each is a block. A block that stays of its kind keeps its element, because
 * a browser computes the styles of all of them again when one is added or removed.
 */
export function replaceBlocks(
  target: HTMLElement,
  { start, removed, added }: Pick<BlockChange, 'start' | 'removed' | 'added'>,
): void {
  const before = Array.from({ length: removed }, (_, index) => target.children[start + index])
  const following = target.children[start + removed] ?? null
  for (const [index, html] of added.entries()) {
    const template = document.createElement('template')
    template.innerHTML = html
    const next = template.content.firstElementChild ?? document.createElement('p')
    const shown = before[index]
    if (!shown) target.insertBefore(next, following)
    else turnInto(shown, next)
  }
  for (const element of before.slice(added.length)) element?.remove()
}

/** Makes an element equal to `next` by moving only those children from it that differ; `next` is then incomplete. */
function turnInto(shown: Element, next: Element): void {
  if (!shown.cloneNode().isEqualNode(next.cloneNode())) {
    shown.replaceWith(next)
    return
  }
  const [before, after] = [[...shown.childNodes], [...next.childNodes]]
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && isSame(before[start], after[start])) start++
  let end = 0
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++
  const outdated = before.slice(start, before.length - end)
  const fresh = after.slice(start, after.length - end)
  const [old, other] = [outdated[0], fresh[0]]
  if (outdated.length === 1 && fresh.length === 1 && isElement(old) && isElement(other)) turnInto(old, other)
  else {
    for (const node of outdated) shown.removeChild(node)
    for (const node of fresh) shown.insertBefore(node, before[before.length - end] ?? null)
  }
}

function isSame(one: Node | undefined, other: Node | undefined): boolean {
  return one !== undefined && other !== undefined && one.isEqualNode(other)
}

function isElement(node: Node | undefined): node is Element {
  return node?.nodeType === Node.ELEMENT_NODE
}
