import { userEvent } from 'vitest/browser'
import { describeFocus, listStops } from '../../support/keyboard-stops.ts'

/** Goes through the screen with the tab key, and says what was not reached, in its order, or not seen with focus. */
export async function findKeyboardProblems(): Promise<string[]> {
  // The first key goes on from where the focus was last.
  const start = document.createElement('span')
  start.tabIndex = -1
  document.body.prepend(start)
  start.focus()
  start.remove()
  const stops = listStops()
  const problems: string[] = []
  for (const stop of stops) {
    await userEvent.keyboard('{Tab}')
    const focus = describeFocus()
    if (focus?.name !== stop) return [...problems, `${focus?.name ?? 'nothing'} instead of ${stop}`]
    if (focus.problem) problems.push(`${focus.problem}: ${stop}`)
  }
  await userEvent.keyboard('{Tab}')
  const last = describeFocus()
  return last ? [...problems, `${last.name} after the last`] : problems
}
