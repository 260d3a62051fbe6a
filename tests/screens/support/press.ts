import { expect } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'

/** Presses Enter, or other keys, on an element, which is focused as by Tab. */
export async function press(locator: Locator, keys = '{Enter}'): Promise<void> {
  await expect.element(locator).toBeVisible()
  ;(locator.element() as HTMLElement).focus()
  await userEvent.keyboard(keys)
}
