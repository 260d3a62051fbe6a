import { expectScripts, openScreen } from './support/open-screen.ts'
import { expect, type Page, test } from './support/test.ts'

const FOUND = '/article/open-weights-consortium-releases-polyglot-model'
const button = (page: Page) => page.locator('header button[aria-haspopup=dialog]')
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page) => page.getByRole('combobox')
const options = (page: Page) => page.getByRole('option')

async function openSearch(page: Page): Promise<void> {
  await button(page).click()
  await expect(field(page)).toBeFocused()
}

test('a reader finds an article by keyboard alone, and whole articles with Enter; the code comes with the first search', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (/search-island|browser-client/.test(request.url())) scripts.push(request.url())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(scripts).toEqual([])
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('polyglot')
  await expect(page.getByText('1 result found')).toBeVisible()
  await expect(options(page)).toContainText('Open-weights consortium releases a polyglot model')
  await expect(options(page)).toContainText('Fourteen universities')
  await page.keyboard.press('ArrowDown')
  await expect(options(page)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(FOUND)
  await expect(dialog(page)).toBeHidden()

  await page.keyboard.press('/')
  await expect(field(page)).toHaveValue('')
  await field(page).fill('tokenizer')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=tokenizer')
  await expect(dialog(page)).toBeHidden()
  await expect(page.locator('mark').first()).toHaveText(/token/i)
  const searchbox = page.getByRole('searchbox')
  await searchbox.fill('bakery')
  await searchbox.press('Enter')
  await expect(page).toHaveURL('/search?q=bakery')
  await expect(page.locator('mark').first()).toHaveText(/baker/i)
  await page.goBack()
  await expect(searchbox).toHaveValue('tokenizer')
})

test('Back closes the search, which leaves nothing in the history however it is closed', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/contact')
  await openScreen(page, '/about')

  await openSearch(page)
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL('/about')
  await expect(button(page)).toBeFocused()
  await page.goForward()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL('/about')

  // Closed and opened again, perhaps before the browser has gone back.
  await openSearch(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.getByRole('button', { name: 'Close search' }).click()
  await expect(dialog(page)).toBeHidden()

  await openSearch(page)
  await field(page).fill('polyglot')
  await options(page).click()
  await expect(page).toHaveURL(FOUND)
  await page.goBack()
  await expect(page).toHaveURL('/about')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('About')
  await expect(dialog(page)).toBeHidden()

  // A page that is loaded again shows itself, and Back leads on from it.
  await openSearch(page)
  await page.reload()
  await expect.poll(() => page.evaluate(() => history.state?.search === true)).toBe(false)
  await expectScripts(page)
  await expect(dialog(page)).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/contact')
})

test('filters are set and removed by keyboard, and kept with the query and from language to language', async ({
  page,
}) => {
  await openScreen(page, '/search?q=model')
  const category = page.getByRole('combobox', { name: 'Category' })
  const author = page.getByRole('combobox', { name: 'Author' })
  const count = page.getByRole('status').getByRole('heading')
  await expect(count).toContainText('results found')
  const all = Number.parseInt((await count.textContent()) ?? '', 10)
  const filters = page.getByText('Filters', { exact: true })
  await filters.focus()
  await page.keyboard.press('Enter')
  await category.selectOption('Technology')
  await category.press('Tab')
  await expect(author).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=model&category=tech')
  await expect(page.getByText('(1)')).toBeVisible()
  await expect(count).not.toHaveText(`${all} results found`)
  const ofTechnology = page.locator('main li').filter({ hasText: 'Technology' })
  await expect(page.locator('main li')).toHaveCount(await ofTechnology.count())

  await page.getByRole('link', { name: 'Remove filters' }).click()
  await expect(page).toHaveURL('/search?q=model')
  await expect(count).toHaveText(`${all} results found`)
  await page.goBack()
  await expect(category).toHaveValue('tech')

  await page.locator('header summary').first().click()
  await page.locator('header').getByRole('link', { name: 'Deutsch' }).filter({ visible: true }).click()
  await expect(page).toHaveURL('/search?q=model&category=tech&lang=de')
  await expect(page.getByRole('combobox', { name: 'Rubrik' })).toHaveValue('tech')
})
