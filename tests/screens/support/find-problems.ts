import axe from 'axe-core'
import { page } from 'vitest/browser'
import {
  describeResults,
  HEIGHT,
  hideBehindDialog,
  LOOKS,
  listOverflow,
  NARROWEST,
  putBack,
  releaseBars,
  WIDE,
} from '../../support/accessibility-looks.ts'

/** Finds problems on the present screen with axe, light and dark, wide and small, and elements that extend beyond the narrowest window. */
export async function findProblems(): Promise<string[]> {
  // Words are as wide as their typeface, which is loaded when it is first seen.
  await document.fonts.ready
  hideBehindDialog()
  const found = new Map<string, string[]>()
  for (const { width, theme, options } of LOOKS) {
    await page.viewport(width, HEIGHT)
    document.documentElement.classList.toggle('dark', theme === 'dark')
    releaseBars()
    for (const problem of describeResults(await axe.run(document, options))) {
      found.set(problem, [...(found.get(problem) ?? []), `${theme} at ${width}`])
    }
  }
  await page.viewport(NARROWEST, HEIGHT)
  const overflow = listOverflow()
  putBack()
  document.documentElement.classList.remove('dark')
  await page.viewport(WIDE, HEIGHT)
  return [...[...found].map(([problem, where]) => `${problem} (${where.join(', ')})`), ...overflow]
}
