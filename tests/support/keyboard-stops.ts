/** Runs in the page. Gives each focusable element a number, by which it is named in the results. */
export function listStops(): string[] {
  const selector = 'a[href], button, input, select, textarea, summary, iframe, [tabindex]'
  return [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((element) => element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility())
    .map((element, index) => {
      element.dataset.stop = `${index} ${element.outerHTML.slice(0, 100)}`
      return element.dataset.stop
    })
}

/** Runs in the page. Null when focus is not in the document. */
export function describeFocus(): { name: string; problem: string | null } | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  const isUncovered = [...element.getClientRects()].some(({ left, top, width, height }) => {
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  const problem = !hasOutline ? 'no visible focus' : isUncovered ? null : 'not in sight'
  return { name: element.dataset.stop ?? element.outerHTML.slice(0, 100), problem }
}
