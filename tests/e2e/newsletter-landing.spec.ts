import { expectScripts } from './support/open-screen.ts'
import { expect, type Page, test } from './support/test.ts'

const TITLE = 'Sunday Weekly Digest - Your AI Intelligence Briefing'

test('the page describes the briefing, its contents and its readers', async ({ page }) => {
  await page.goto('/newsletter')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Your Sunday AI Briefing')
  for (const name of ['Market Intelligence', 'Technical Updates', 'Expert Commentary']) {
    await expect(main.getByRole('heading', { name, exact: true })).toBeVisible()
  }
  await expect(main.getByRole('list', { name: 'What’s Inside' }).getByRole('listitem')).toHaveText([
    'Top 5 AI stories of the week',
    'Market analysis and trends',
    'Key research papers explained',
    'Startup and funding highlights',
    'Expert opinions and insights',
    'What to watch next week',
  ])
  for (const text of [
    '1,000+ subscribers',
    '4.9/5 rating',
    'GDPR compliant',
    'No spam',
    'Free forever',
    'Sample testimonials',
  ]) {
    await expect(main.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(main.locator('figure')).toHaveCount(3)
  for (const path of ['/', '/privacy', '/terms', '/contact']) {
    await expect(page.locator(`footer a[href="${path}"]`).first()).toBeVisible()
  }
})

test('its title has no site name, also when it is shared and after a client-side navigation', async ({
  page,
}) => {
  await page.goto('/tech')
  await expectScripts(page)
  await page.getByRole('link', { name: 'The Sunday AI Briefing' }).click()
  await expect(page).toHaveURL('/newsletter')
  await expect(page).toHaveTitle(TITLE)
  expect(await headOf(page)).toMatchObject({
    'og:title': TITLE,
    'twitter:title': TITLE,
    description: expect.stringContaining('free weekly newsletter'),
    'og:description': expect.stringContaining('free weekly newsletter'),
    'twitter:description': expect.stringContaining('free weekly newsletter'),
  })
})

test('the second sign-up link leads to the form at the top, in the language of the page', async ({
  page,
}) => {
  await page.goto('/newsletter?lang=de')
  await expectScripts(page)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Briefing erhalten' }).click()
  await expect(page).toHaveURL('/newsletter?lang=de#sign-up')
  const field = main.getByRole('textbox')
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport()
})

test('a reader signs up with the keyboard', async ({ page }) => {
  await page.goto('/newsletter')
  const field = page.getByRole('main').getByRole('textbox', { name: 'Email address' })
  await field.focus()
  await page.keyboard.type('lena.reader@example.org')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('button', { name: 'Subscribe' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please check your email to confirm your subscription!')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader signs up', async ({ page }) => {
    await page.goto('/newsletter?lang=fr')
    await expect(page).toHaveTitle(/^L’essentiel du dimanche/)
    const main = page.getByRole('main')
    await main.getByRole('textbox').fill('louise.reader@example.org')
    await main.getByRole('button').click()
    await expect(page).toHaveURL('/subscribe?lang=fr')
    await expect(main.getByRole('status')).toHaveText(/^Consultez votre boîte mail/)
  })
})

test('a category page ends with the newsletter block, its promise and the consent line', async ({ page }) => {
  await page.goto('/opinion')
  const block = page.getByRole('region', { name: 'The Sunday AI Briefing' })
  for (const term of ['Market Analysis', 'Research Updates', 'Expert Opinions']) {
    await expect(block.getByRole('term').filter({ hasText: term })).toBeVisible()
  }
  await expect(block.getByText('Weekly on Sunday. No spam. Unsubscribe any time.')).toBeVisible()
  await expect(block.getByText('By subscribing, you agree to our privacy policy.')).toBeVisible()
  await block.getByRole('link', { name: 'privacy policy' }).click()
  await expect(page).toHaveURL('/privacy')
})

/** The meta elements of the head, by name or property. */
async function headOf(page: Page): Promise<Record<string, string>> {
  const entries = await page
    .locator('meta[name^="twitter:"], meta[property^="og:"], meta[name="description"]')
    .evaluateAll((all) =>
      all.map((meta) => [
        meta.getAttribute('name') ?? meta.getAttribute('property'),
        meta.getAttribute('content'),
      ]),
    )
  return Object.fromEntries(entries)
}
