import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

export const WIDE = 1280
export const SMALL = 375
/** What 1280 pixels become at a zoom of 400 %. */
const NARROWEST = 320
const HEIGHT = 800

type Theme = 'light' | 'dark'
type RunOptions = Parameters<AxeBuilder['options']>[0]

/** What passes is not described in detail, which is most of the work. */
const resultTypes: RunOptions['resultTypes'] = ['violations', 'incomplete']

const EVERYTHING: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
  resultTypes,
}

/** All that can change when nothing but the theme does, which is a class that gives the colours other values. */
const COLOURS: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'], resultTypes }

/**
 * Every rule looks at both widths and at both themes, those for colours at all four combinations. The page arrives
 * dark, and a change of width costs more than one of theme.
 */
const LOOKS: { width: number; theme: Theme; options: RunOptions }[] = [
  { width: WIDE, theme: 'dark', options: EVERYTHING },
  { width: WIDE, theme: 'light', options: COLOURS },
  { width: SMALL, theme: 'light', options: EVERYTHING },
  { width: SMALL, theme: 'dark', options: COLOURS },
]

/**
 * Text that axe cannot judge the colour of, for a reason that is no fault: a single sign, as the dot in a byline, what
 * lies under a shape that only seems to reach so far, because the picture it belongs to is cut off before, and a cell
 * that a wide table has yet to be scrolled to.
 */
const ACCEPTED_DOUBTS = ['shortTextContent', 'bgOverlap', 'elmPartiallyObscured']

/**
 * What axe finds on the page as it stands, light and dark, wide and small, and whether anything sticks out of the
 * narrowest window. The page is not loaded again for it.
 */
export async function findAccessibilityProblems(
  page: Page,
  widths: readonly number[] = [WIDE, SMALL],
): Promise<string[]> {
  await hideBehindDialog(page)
  const found = new Map<string, Set<string>>()
  for (const { width, theme, options } of LOOKS.filter((look) => widths.includes(look.width))) {
    await page.setViewportSize({ width, height: HEIGHT })
    await setTheme(page, theme)
    for (const problem of await runAxe(page, options)) {
      found.set(problem, (found.get(problem) ?? new Set()).add(`${theme} at ${width}`))
    }
  }
  const problems = [...found].map(([problem, looks]) => `${problem} (${[...looks].join(', ')})`)
  return widths.includes(SMALL) ? [...problems, ...(await findOverflow(page))] : problems
}

/** Axe knows nothing of the layer on top, and takes what lies behind an open dialog for its background. */
async function hideBehindDialog(page: Page): Promise<void> {
  await page.evaluate(() => {
    const dialog = document.querySelector<HTMLElement>('dialog[open], [role=dialog]')
    if (!dialog) return
    document.body.style.visibility = 'hidden'
    dialog.style.visibility = 'visible'
  })
}

/** As the button in the header does it, which not every page has. */
async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), theme === 'dark')
}

async function runAxe(page: Page, options: RunOptions): Promise<string[]> {
  // A page gets the megabyte of axe once; the builder would hand it over for every run.
  const isThere = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
  const { violations, incomplete } = await builder.setLegacyMode().options(options).analyze()
  const doubts = incomplete
    .filter(({ id }) => id === 'color-contrast')
    .map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ any }) => !any.some(isAccepted)) }))
  return [...violations, ...doubts].flatMap(({ id, nodes }) =>
    nodes.map(({ html, any, none }) => `${id}: ${html} ${[...any, ...none].map(({ message }) => message)}`),
  )
}

function isAccepted({ data }: { data?: { messageKey?: string } | null }): boolean {
  return ACCEPTED_DOUBTS.includes(data?.messageKey ?? '')
}

async function findOverflow(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: NARROWEST, height: HEIGHT })
  const outermost = await page.evaluate(() => {
    const scrollers = [document.documentElement, ...document.querySelectorAll('dialog[open], [role=dialog]')]
    if (scrollers.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)) return []
    const width = document.documentElement.clientWidth
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > width)
      .map((element) => element.outerHTML.slice(0, 120))
  })
  return outermost.map((html) => `sticks out of ${NARROWEST} px: ${html}`)
}
