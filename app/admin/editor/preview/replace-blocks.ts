import type { HtmlBlock } from '#core/markdown/safe-html.ts'

/**
 * Makes the elements in a target, of which each is one of `before`, those of `after`. Blocks that stay the same keep their
 * elements. Returns the blocks that have an element.
 */
export function replaceBlocks(target: HTMLElement, before: HtmlBlock[], after: HtmlBlock[]): HtmlBlock[] {
  // Raw HTML renders to nothing.
  const shown = after.filter(({ html }) => html.trim() !== '')
  const { start, removed, added } = changedBlocks(before, shown)
  for (const element of [...target.children].slice(start, start + removed)) element.remove()
  const following = target.children[start] ?? null
  for (const { html } of shown.slice(start, start + added)) {
    const template = document.createElement('template')
    template.innerHTML = html
    const element = template.content.firstElementChild ?? document.createElement('p')
    target.insertBefore(element, following)
  }
  return shown
}

/** Which blocks in the middle differ, between those that are the same at both ends. */
export function changedBlocks(before: HtmlBlock[], after: HtmlBlock[]) {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start]?.html === after[start]?.html) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end)?.html === after.at(-1 - end)?.html) end++
  return { start, removed: before.length - start - end, added: after.length - start - end }
}
