import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import {
  COLOURS,
  describeResults,
  HEIGHT,
  hideBehindDialog,
  LOOKS,
  LOOKS_OF_TRANSLATIONS,
  listOverflow,
  NARROWEST,
  putBack,
  releaseBars,
  SMALL,
  type Theme,
  WIDE,
} from '../../support/accessibility-looks.ts'

/**
 * The problems that axe finds on the present page, light and dark, wide and small, and elements that extend beyond the
 * narrowest window. A translated page is judged by its words and their room alone. The page is not reloaded.
 */
export async function findAccessibilityProblems(
  page: Page,
  widths: readonly number[] = [WIDE, SMALL],
): Promise<string[]> {
  await page.evaluate(hideBehindDialog)
  const found = new Map<string, Set<string>>()
  const looks = (await isEnglish(page))
    ? LOOKS
    : LOOKS_OF_TRANSLATIONS.filter(({ width }) => width === Math.min(...widths))
  for (const { width, theme, options } of looks.filter((look) => widths.includes(look.width))) {
    await page.setViewportSize({ width, height: HEIGHT })
    await setTheme(page, theme)
    await page.evaluate(releaseBars)
    for (const problem of await runAxe(page, options)) {
      found.set(problem, (found.get(problem) ?? new Set()).add(`${theme} at ${width}`))
    }
  }
  const problems = [...found].map(([problem, where]) => `${problem} (${[...where].join(', ')})`)
  if (widths.includes(SMALL)) problems.push(...(await findOverflow(page)))
  await page.evaluate(putBack)
  return problems
}

/**
 * Finds the problems of a page whose components other journeys check in every language. In English it is checked as a whole; in other
 * languages its words can only be too long.
 */
export async function findProblemsOfKnownComponents(
  page: Page,
  widths?: readonly number[],
): Promise<string[]> {
  return (await isEnglish(page)) ? findAccessibilityProblems(page, widths) : findOverflow(page)
}

/** Words that cannot be read in one of the themes, for pages that are checked otherwise elsewhere. */
export async function findColourProblems(page: Page): Promise<string[]> {
  const problems: string[] = []
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    problems.push(...(await runAxe(page, COLOURS)))
  }
  return problems
}

async function isEnglish(page: Page): Promise<boolean> {
  return (await page.locator('html').getAttribute('lang')) === 'en'
}

/** Sets the theme as the button in the header does, which not every page has. Colours must not be on their way to others. */
async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), theme === 'dark')
}

async function runAxe(page: Page, options: RunOptions): Promise<string[]> {
  // Injects axe, which has a megabyte, only once per page; AxeBuilder would inject it for every run.
  const isThere = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
  return describeResults(await builder.setLegacyMode().options(options).analyze())
}

/** The elements that extend beyond the narrowest window, to which it makes the window. */
export async function findOverflow(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: NARROWEST, height: HEIGHT })
  return page.evaluate(listOverflow)
}
