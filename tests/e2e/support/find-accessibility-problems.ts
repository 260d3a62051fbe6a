import AxeBuilder from '@axe-core/playwright'
import type { Page } from './test.ts'

const THEMES = ['dark', 'light'] as const
const HEIGHT = 800

type RunOptions = Parameters<AxeBuilder['options']>[0]

const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
  // What passes is not described in detail, which is most of the work.
  resultTypes: ['violations', 'incomplete'],
}

/** What axe finds on the page as it stands, in both themes at each width; the page is not loaded again. */
export async function findAccessibilityProblems(page: Page, widths: readonly number[]): Promise<string[]> {
  const problems: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT })
    for (const theme of THEMES) {
      await setTheme(page, theme)
      for (const problem of await runAxe(page)) problems.push(`${problem} (${theme}, ${width} px)`)
    }
  }
  return problems
}

/** As the button in the header does it, which not every page has. */
async function setTheme(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), theme === 'dark')
}

async function runAxe(page: Page): Promise<string[]> {
  // A page gets the half megabyte of axe once; the builder would hand it over for every run.
  const isThere = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
  const { violations, incomplete } = await builder.setLegacyMode().options(OPTIONS).analyze()
  return [...violations, ...incomplete.filter(({ id }) => id === 'color-contrast')].flatMap(({ id, nodes }) =>
    nodes.filter((node) => !isTooShort(node)).map(({ html }) => `${id}: ${html}`),
  )
}

/** Axe does not judge the colour of a text that is a single sign, such as the dot of a byline. */
function isTooShort({ any }: { any: { data?: { messageKey?: string } | null }[] }): boolean {
  return any.some(({ data }) => data?.messageKey === 'shortTextContent')
}
