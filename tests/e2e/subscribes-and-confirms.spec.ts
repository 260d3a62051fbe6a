import { findConfirmationLink } from './support/find-confirmation-link.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('a reader signs up in Portuguese, finds the mail in the outbox and confirms', async ({
  page,
  browser,
}) => {
  const email = 'ada.reader@example.org'
  await page.goto('/?lang=pt')
  const form = page.locator('footer form')
  await form.getByRole('textbox').fill(email)
  await form.getByRole('button').click()
  await expect(
    page.getByText('confirmar a subscrição', { exact: false }).or(page.getByRole('status')),
  ).not.toBeEmpty()
  await expect(form.getByRole('textbox')).toHaveValue('')

  const editor = await browser.newPage()
  await signIn(editor)
  const link = await findConfirmationLink(editor, email)
  expect(link).toContain('lang=pt')

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /início|inicial/i }).first()).toBeVisible()

  // The link is spent: a second visit does not succeed again.
  await page.goto(link.replace('lang=pt', 'lang=en'))
  await expect(page.getByText('This confirmation link has already been used.')).toBeVisible()
  await editor.close()
})

test('an address that is none is refused with the message, and nothing is sent', async ({ page }) => {
  let calls = 0
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) calls += 1
  })
  await page.goto('/')
  const form = page.locator('footer form')
  await form.getByRole('textbox').fill('nobody at all')
  await form.getByRole('button').click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await form.getByRole('textbox').fill(`${'a'.repeat(250)}@example.org`)
  await form.getByRole('button').click()
  await expect(page.getByText('Email too long')).toBeVisible()
  expect(calls).toBe(0)
})

for (const [name, path] of [
  ['a missing token', '/confirm-subscription'],
  ['a foreign token', '/confirm-subscription?token=somebody-elses'],
]) {
  test(`${name} gives the error screen with both ways on`, async ({ page }) => {
    await page.goto(path as string)
    await expect(page.getByRole('heading', { name: 'Confirmation Failed' })).toBeVisible()
    await expect(page.getByText('Invalid confirmation link')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to Homepage' })).toBeVisible()
    await page.getByRole('link', { name: 'Try Subscribing Again' }).click()
    await expect(page).toHaveURL(/\/(#newsletter)?$/)
    await expect(page.locator('footer form').getByRole('textbox')).toBeInViewport()
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader signs up and confirms by plain forms', async ({ page, browser }) => {
    const email = 'grace.reader@example.org'
    await page.goto('/')
    const form = page.locator('footer form')
    await form.getByRole('textbox').fill(email)
    await form.getByRole('button').click()
    await expect(page.getByText('Please check your email to confirm your subscription!')).toBeVisible()

    const editor = await (await browser.newContext({ javaScriptEnabled: true })).newPage()
    await signIn(editor)
    await page.goto(await findConfirmationLink(editor, email))
    await page.getByRole('button', { name: 'Confirm Subscription' }).click()
    await expect(page.getByText('Email confirmed successfully!')).toBeVisible()
    await editor.context().close()
  })
})
