import type { Page } from '@playwright/test'
import { describeFocus, listStops } from '../../support/keyboard-stops.ts'

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
