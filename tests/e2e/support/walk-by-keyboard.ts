import type { Page } from '@playwright/test'

interface Walk {
  /** All focusable elements, in the order of the document. */
  stops: string[]
  /** The elements that had focus, step by step, until focus left the document. */
  reached: string[]
  /** Elements that were out of sight while they had focus, or did not show it. */
  unseen: string[]
}

/** Goes through the page with one key, starting with focus outside of it. */
export async function walkByKeyboard(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Walk> {
  const stops = await page.evaluate(listStops)
  const walk: Walk = { stops, reached: [], unseen: [] }
  // One more step leaves the document; a few more reveal a focus trap.
  for (let step = 0; step < stops.length + 3; step++) {
    await page.keyboard.press(key)
    const focus = await page.evaluate(describeFocus)
    if (!focus) break
    walk.reached.push(focus.name)
    if (focus.problem) walk.unseen.push(`${focus.problem}: ${focus.name}`)
  }
  return walk
}

/** Runs in the page. Gives each focusable element a number, by which it is named in the results. */
function listStops(): string[] {
  const selector = 'a[href], button, input, select, textarea, summary, iframe, [tabindex]'
  return [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((element) => element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility())
    .map((element, index) => {
      element.dataset.stop = `${index} ${element.outerHTML.slice(0, 100)}`
      return element.dataset.stop
    })
}

/** Runs in the page. Null when focus is not in the document. */
function describeFocus(): { name: string; problem: string | null } | null {
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
