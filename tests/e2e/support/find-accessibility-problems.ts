import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

export const WIDE = 1280
export const SMALL = 375
/** The width of a 1280-pixel window at a zoom of 400 %. */
const NARROWEST = 320
const HEIGHT = 800

type Theme = 'light' | 'dark'
type RunOptions = Parameters<AxeBuilder['options']>[0]

interface Look {
  width: number
  theme: Theme
  options: RunOptions
}

/** Leaves out details of rules that pass, which would take most of the time. */
const resultTypes: RunOptions['resultTypes'] = ['violations', 'incomplete']

const EVERYTHING: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
  resultTypes,
}

/** The rules whose result can depend on the theme, which changes only colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const COLOURS: RunOptions = { runOnly: COLOUR_RULES, resultTypes }

/** For languages after English, which change neither the colours nor, on a page as a whole, the order of its parts. */
const WORDS: RunOptions = {
  ...EVERYTHING,
  rules: {
    ...EVERYTHING.rules,
    ...Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
  },
}

/**
 * Every rule runs at both widths and in both themes; rules about colours in all four combinations. The first is dark, as
 * the page is loaded, and the order changes the width only once, because that takes longer than a change of theme.
 */
const LOOKS: Look[] = [
  { width: WIDE, theme: 'dark', options: EVERYTHING },
  { width: WIDE, theme: 'light', options: COLOURS },
  { width: SMALL, theme: 'light', options: EVERYTHING },
  { width: SMALL, theme: 'dark', options: COLOURS },
]

/** Long words are the first to break something where there is little room. */
const LOOKS_OF_TRANSLATIONS: Look[] = [
  { width: WIDE, theme: 'light', options: WORDS },
  { width: SMALL, theme: 'light', options: WORDS },
]

/**
 * Reasons for which axe cannot determine the colours of a text although nothing is wrong: a single character, such as the
 * dot in a byline, or an invisible one that joins words; an element that seems to be covered by another, which is in fact clipped; and a cell of a wide table that is
 * scrolled out of sight.
 */
const ACCEPTED_REASONS = [
  'shortTextContent',
  'nonBmp',
  'bgOverlap',
  'elmPartiallyObscured',
  'elmPartiallyObscuring',
]

/**
 * The problems that axe finds on the present page, light and dark, wide and small, and elements that extend beyond the
 * narrowest window. A translated page is judged by its words and their room alone. The page is not reloaded.
 */
export async function findAccessibilityProblems(
  page: Page,
  widths: readonly number[] = [WIDE, SMALL],
): Promise<string[]> {
  await hideBehindDialog(page)
  const found = new Map<string, Set<string>>()
  const looks = (await isEnglish(page))
    ? LOOKS
    : LOOKS_OF_TRANSLATIONS.filter(({ width }) => width === Math.min(...widths))
  for (const { width, theme, options } of looks.filter((look) => widths.includes(look.width))) {
    await page.setViewportSize({ width, height: HEIGHT })
    await setTheme(page, theme)
    await releaseBars(page)
    for (const problem of await runAxe(page, options)) {
      found.set(problem, (found.get(problem) ?? new Set()).add(`${theme} at ${width}`))
    }
  }
  const problems = [...found].map(([problem, where]) => `${problem} (${[...where].join(', ')})`)
  if (widths.includes(SMALL)) problems.push(...(await findOverflow(page)))
  await page.evaluate(() => {
    document.body.style.removeProperty('visibility')
    for (const bar of document.querySelectorAll<HTMLElement>('[data-released]')) {
      bar.style.removeProperty('position')
      bar.style.removeProperty('inset')
      bar.removeAttribute('data-released')
    }
  })
  return problems
}

/** Lays bars that stay at an edge where they are in the page, because axe takes what is scrolled below them for covered. */
async function releaseBars(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (getComputedStyle(element).position !== 'sticky') continue
      element.style.position = 'relative'
      element.style.inset = 'auto'
      element.setAttribute('data-released', '')
    }
  })
}

/**
 * The same for a page whose components other journeys check in every language. In English it is checked as a whole; in other
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

/** Hides the page behind an open dialog, because axe does not know the top layer and takes the page for the dialog's background. */
async function hideBehindDialog(page: Page): Promise<void> {
  await page.evaluate(() => {
    const dialog = document.querySelector<HTMLElement>('dialog[open], [role=dialog]')
    if (!dialog) return
    document.body.style.visibility = 'hidden'
    dialog.style.visibility = 'visible'
    // In a scroller that is hidden axe does not find what it contains.
    const around = dialog.parentElement
    if (around && getComputedStyle(around).overflowY === 'auto') around.style.visibility = 'visible'
  })
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
  const { violations, incomplete } = await builder.setLegacyMode().options(options).analyze()
  const undetermined = incomplete
    .filter(({ id }) => id === 'color-contrast')
    .map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ any }) => !any.some(isAccepted)) }))
  return [...violations, ...undetermined].flatMap(({ id, nodes }) =>
    nodes.map(({ html, any, none }) => `${id}: ${html} ${[...any, ...none].map(({ message }) => message)}`),
  )
}

function isAccepted({ data }: { data?: { messageKey?: string } | null }): boolean {
  return ACCEPTED_REASONS.includes(data?.messageKey ?? '')
}

/** The elements that extend beyond the narrowest window, to which it makes the window. */
export async function findOverflow(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: NARROWEST, height: HEIGHT })
  const outermost = await page.evaluate(() => {
    const scrollers = [document.documentElement, ...document.querySelectorAll('dialog[open], [role=dialog]')]
    if (scrollers.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)) return []
    const width = document.documentElement.clientWidth
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > width)
      .map((element) => element.outerHTML.slice(0, 120))
  })
  return outermost.map((html) => `extends beyond ${NARROWEST} px: ${html}`)
}
