import type { Page } from '@playwright/test'

interface Walk {
  /** Everything that can take focus, in the order of the document. */
  stops: string[]
  /** What took focus, step by step, until it left the document. */
  reached: string[]
  /** What could not be seen when it had focus, or not be seen to have it. */
  unseen: string[]
}

/** Goes through the page with one key, from where focus is outside of it. */
export async function walkByKeyboard(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Walk> {
  const stops = await page.evaluate(listStops)
  const walk: Walk = { stops, reached: [], unseen: [] }
  // One step more leaves the document, and a few more show that focus goes round in a part of it.
  for (let step = 0; step < stops.length + 3; step++) {
    await page.keyboard.press(key)
    const focus = await page.evaluate(describeFocus)
    if (!focus) break
    walk.reached.push(focus.name)
    if (focus.problem) walk.unseen.push(`${focus.problem}: ${focus.name}`)
  }
  return walk
}

/** Runs in the page. Numbers what can take focus, so that it can be named afterwards. */
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
  const isMarked = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  const isUncovered = [...element.getClientRects()].some(({ left, top, width, height }) => {
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  const problem = !isMarked ? 'no sign of focus' : isUncovered ? null : 'not in sight'
  return { name: element.dataset.stop ?? element.outerHTML.slice(0, 100), problem }
}
