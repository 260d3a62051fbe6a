import { headOf, readHead } from '../support/read-head.ts'
import { expect, type Page, test } from './support/test.ts'

test('the head of a page to which a link has led is that of its address', async ({ page }) => {
  await page.goto('/')
  await expectHeadOfAddress(page)

  await page
    .getByRole('navigation', { name: 'Categories' })
    .first()
    .getByRole('link', { name: 'Hack' })
    .click()
  await expect(page).toHaveURL('/hack')
  await expectHeadOfAddress(page)

  // The title does not contain the name of the site.
  await page.getByRole('link', { name: 'The Sunday AI Briefing' }).click()
  await expect(page).toHaveURL('/newsletter')
  await expectHeadOfAddress(page)
  await page.goBack()

  await page
    .getByRole('main')
    .getByRole('link', { name: 'Run a private assistant on an old laptop' })
    .first()
    .click()
  await expect(page).toHaveURL(/\/article\/run-a-private-assistant/)
  await expectHeadOfAddress(page)

  await page.getByLabel('Language: English').first().click()
  await page.getByRole('link', { name: 'Português' }).first().click()
  await expect(page).toHaveURL(/lang=pt$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt')
  await expectHeadOfAddress(page)

  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'Política de Privacidade', exact: true }).click()
  await expect(page).toHaveURL('/privacy?lang=pt')
  await expectHeadOfAddress(page)
})

test('the theme that a reader chooses is that of the next pages and of the bars of the browser, whatever the system has', async ({
  page,
}) => {
  for (const system of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: system, reducedMotion: 'reduce' })
    await page.goto('/')
    const isDark = () => page.locator('html').evaluate(({ classList }) => classList.contains('dark'))
    expect(await isDark()).toBe(system === 'dark')
    const bars = await expectBarsLikePage(page)
    await page.getByRole('button', { name: /^Switch to (dark|light)/ }).click()
    await expect.poll(() => colourOfBars(page)).not.toEqual(bars)
    const changed = await expectBarsLikePage(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click()
    await expect(page).toHaveURL('/contact')
    await page.getByLabel('Language: English').first().click()
    await page.getByRole('link', { name: 'Deutsch' }).first().click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    expect(await isDark()).toBe(system === 'light')
    expect(await expectBarsLikePage(page)).toEqual(changed)
    await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.webmanifest?lang=de')
    await expect(page.locator('link[rel=icon]')).toHaveCount(2)
    await page.reload()
    expect(await isDark()).toBe(system === 'dark')
    await page.evaluate(() => localStorage.clear())
  }
})

/** The colour of the only element that can name one. */
async function colourOfBars(page: Page): Promise<string | null> {
  await expect(page.locator('meta[name=theme-color]')).toHaveCount(1)
  return page.locator('meta[name=theme-color]').getAttribute('content')
}

/** Expects the bars of the browser to have the colour of the page, and returns it. */
async function expectBarsLikePage(page: Page): Promise<string | null> {
  const paper = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--color-paper').trim(),
  )
  await expect.poll(() => colourOfBars(page)).toBe(paper)
  return paper
}

/** Expects the head of the page to equal that of a page load: without elements of the page before, and without duplicates. */
async function expectHeadOfAddress(page: Page) {
  const loaded = readHead(await (await page.request.get(page.url())).text())
  expect([loaded.titles.length, loaded.canonicals.length]).toEqual([1, 1])
  await expect.poll(async () => sorted(await page.evaluate(headOf, undefined))).toEqual(sorted(loaded))
}

/** Sorts the head, because React may insert new elements after existing ones. */
function sorted(head: object): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(head).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : value.map((one: unknown) => JSON.stringify(one)).sort(),
    ]),
  )
}
