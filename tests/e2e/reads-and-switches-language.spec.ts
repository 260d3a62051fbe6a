import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { expectScripts, followInVain, loadNothingAhead, openScreen } from './support/open-screen.ts'
import { expect, test } from './support/test.ts'

const ENGLISH = '/article/open-weights-consortium-releases-polyglot-model'
const PORTUGUESE = '/article/consorcio-lanca-modelo-poliglota-para-linguas-menores'
const GERMAN = '/article/konsortium-gibt-polyglottes-sprachmodell-frei'

test('a reader opens the featured article, switches to Portuguese, and the site stays Portuguese', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/404 \(Not Found\) \(\S+\/administration/)
  await page.goto('/')
  await page.getByRole('link', { name: /^Read Full Article/ }).click()
  await expect(page).toHaveURL(ENGLISH)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('polyglot model')

  await page.getByLabel('Language: English').first().click()
  await page.getByRole('link', { name: 'Português' }).first().click()
  await expect(page).toHaveURL(`${PORTUGUESE}?lang=pt`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('poliglota')

  await page
    .getByRole('navigation', { name: 'Secções' })
    .first()
    .getByRole('link', { name: 'Tecnologia' })
    .click()
  await expect(page).toHaveURL('/tech?lang=pt')

  // The choice is stored: an address without a language redirects to Portuguese, until English is named.
  await page.goto('/business')
  await expect(page).toHaveURL('/business?lang=pt')
  // The desk alone has no language of readers, whatever else an address begins with.
  await page.goto('/administration')
  await expect(page).toHaveURL('/administration?lang=pt')
  await page.goto('/terms?lang=en')
  await expect(page).toHaveURL('/terms')
  await page.goto('/')
  await expectScripts(page)
  await expect(page).toHaveURL('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('neither the menu of languages nor the banner over the English fallback adds an entry to the history', async ({
  page,
}) => {
  await page.goto('/')
  await page.goto('/opinion')
  await page.getByLabel('Language: English').first().click()
  await page.getByRole('link', { name: 'Deutsch' }).first().click()
  await expect(page).toHaveURL('/opinion?lang=de')
  await openScreen(page, ENGLISH, { language: 'de' })
  await expect(page.getByText('Dieser Artikel ist in Ihrer bevorzugten Sprache verfügbar.')).toBeVisible()
  await page.getByRole('link', { name: 'Zu DE wechseln' }).click()
  await expect(page).toHaveURL(`${GERMAN}?lang=de`)
  await page.goBack()
  await expect(page).toHaveURL('/opinion?lang=de')
  await page.goBack()
  await expect(page).toHaveURL(/\/(\?lang=de)?$/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader reads, navigates, switches the language, and searches with filters', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: /^Read Full Article/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('polyglot model')
    await page.getByRole('link', { name: 'Follow', exact: true }).press('Enter')
    await expect(page).toHaveURL(/\/author\/[a-z-]+#follow$/)
    await expect(page.getByText('You need no account')).toBeInViewport()
    // An address that has lost its language.
    await page.goto(GERMAN)
    await expect(page).toHaveURL(`${GERMAN}?lang=de`)
    await expect(page.locator('.site-header')).toHaveCSS('position', 'relative')
    await page
      .getByLabel(/Sprache: Deutsch/)
      .first()
      .click()
    await page.getByRole('link', { name: 'Italiano' }).first().click()
    await expect(page).toHaveURL('/article/consorzio-universitario-pubblica-modello-poliglotta?lang=it')
    await page.getByRole('link', { name: 'Opinioni' }).first().click()
    await expect(page).toHaveURL('/opinion?lang=it')
    await expect(page.locator('html')).toHaveAttribute('lang', 'it')

    await page.goto('/')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('searchbox').fill('model')
    await page.getByText('Filters', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Category' }).selectOption('Business')
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await expect(page).toHaveURL('/search?q=model&category=business')
    await page.getByRole('heading', { level: 3 }).first().getByRole('link').click()
    await expect(page).toHaveURL(/\/article\/[a-z0-9-]+$/)
  })
})

test('a page that is loading has a placeholder, which is gone when the reader goes on with the one that is shown', async ({
  page,
}) => {
  await loadNothingAhead(page)
  await openScreen(page, '/news')
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  for (const [shape, link] of [
    ['article', page.locator('main article h2 a').first()],
    ['featured', page.locator('header a').first()],
    ['card', page.locator('footer a[href^="/hack"]')],
  ] as const) {
    await followInVain(page, link, `main [data-skeleton=${shape}]`)
    expect(await findAccessibilityProblems(page), shape).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '')
  }
})
