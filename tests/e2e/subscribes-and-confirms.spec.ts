import { sharedService } from './support/desk.ts'
import { findMailedLink } from './support/find-mailed-link.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page, test } from './support/test.ts'

/** Opens the newest mail to an address in the outbox and reads the confirmation link in it. */
async function findLinkInOutbox(editor: Page, email: string): Promise<string> {
  await editor.goto('/admin/outbox')
  const mails = editor.getByRole('link', { name: email })
  // The mail is sent by a job, shortly after the response.
  await expect(async () => {
    await editor.getByRole('button', { name: 'Refresh' }).click()
    await expect(mails.first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await mails.first().click()
  const mail = editor.frameLocator('iframe')
  const href = await mail.locator('a[href*="confirm-subscription"]').first().getAttribute('href')
  if (!href) throw new Error('The mail has no confirmation link')
  return href
}

/** The confirmation link of the newest mail to an address. */
const findLink = (to: string) => findMailedLink(sharedService(), { to, path: '/confirm-subscription' })

test('a reader signs up in Portuguese, finds the mail in the outbox and confirms', async ({
  page,
  browser,
}) => {
  const email = 'ada.reader@example.org'
  await page.goto('/?lang=pt')
  const form = page.locator('footer form')
  await form.getByRole('textbox').fill(email)
  await form.getByRole('button').click()
  await expect(page.getByText('confirmar a subscrição').first()).toBeVisible()
  await expect(form.getByRole('textbox')).toHaveValue('')

  const editor = await browser.newPage()
  await signIn(editor)
  const link = await findLinkInOutbox(editor, email)
  expect(link).toContain('lang=pt')

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /início|inicial/i }).first()).toBeVisible()

  // A second visit on the same day shows the same message as the first.
  await page.goto(link.replace('lang=pt', 'lang=en'))
  await expect(page.getByText('Email confirmed successfully!')).toBeVisible()
  await editor.close()
})

test('text typed before the script is there stays and is sent, and focus stays in the form', async ({
  page,
}) => {
  let letScriptsCome = () => {}
  const released = new Promise<void>((resolve) => {
    letScriptsCome = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const form = page.locator('footer form')
  const field = form.getByRole('textbox')
  await field.fill('early.reader@example.org')
  letScriptsCome()
  await expect(form).toHaveJSProperty('noValidate', true)
  await expect(field).toHaveValue('early.reader@example.org')

  let releaseResponse = () => {}
  const responseReleased = new Promise<void>((resolve) => {
    releaseResponse = resolve
  })
  await page.route('**/rest/v1/rpc/subscribe_newsletter', async (route) => {
    await responseReleased
    await route.continue()
  })
  await field.press('Enter')
  await expect(field).toBeDisabled()
  await expect(form.getByRole('button')).toHaveText('Subscribing...')
  releaseResponse()
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader signs up and confirms with plain forms', async ({ page, expectConsoleError }) => {
    expectConsoleError(/status of 400/)
    const email = 'grace.reader@example.org'
    await page.goto('/')
    const form = page.locator('footer form')
    // The browser lets it pass, because it may be the name of a machine next door.
    await form.getByRole('textbox').fill('grace.reader@next-door')
    await form.getByRole('button').click()
    await expect(page.getByText('Invalid email address')).toHaveCount(1)
    const field = page.getByRole('main').getByRole('textbox')
    await expect(field).toHaveAccessibleDescription('Invalid email address')
    await expect(field).toHaveValue('grace.reader@next-door')
    await expect(field).toBeFocused()
    await field.fill(email)
    await field.press('Enter')
    await expect(page.getByText('Please check your email to confirm your subscription!')).toHaveCount(1)

    await page.goto(await findLink(email))
    await page.getByRole('button', { name: 'Confirm Subscription' }).click()
    await expect(page.getByText('Email confirmed successfully!')).toBeVisible()
  })
})
