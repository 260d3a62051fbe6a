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

test('a confirmation page that a browser loads ahead of a click confirms nothing until it is seen', async ({
  page,
}) => {
  const email = 'ahead.reader@example.org'
  await page.goto('/subscribe')
  const form = page.locator('main form')
  await form.getByRole('textbox').fill(email)
  await form.getByRole('button').click()
  await expect(page.getByText('Please check your email to confirm your subscription!')).toBeVisible()
  const link = await findLink(email)

  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('confirm_newsletter_subscription')) calls.push(request.method())
  })
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
    window.addEventListener('hydrated', () => document.documentElement.setAttribute('data-ready', ''))
  })
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Confirming Subscription' })).toBeVisible()
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual([])
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'visible' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(page.getByText('Email confirmed successfully!')).toBeVisible()
  expect(calls).toEqual(['POST'])
})

test('an invalid address is refused with a message, and nothing is sent', async ({ page }) => {
  let calls = 0
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) calls += 1
  })
  await page.goto('/')
  const form = page.locator('footer form')
  const field = form.getByRole('textbox')
  for (const [typed, message] of [
    ['nobody at all', 'Invalid email address'],
    [`${'a'.repeat(250)}@example.org`, 'Email too long'],
  ] as const) {
    await field.fill(typed)
    await expect(field).toHaveAccessibleDescription('')
    await form.getByRole('button').click()
    await expect(page.getByRole('alert')).toHaveText(message)
    await expect(field).toHaveAccessibleDescription(message)
  }
  expect(calls).toBe(0)
})

test('a bot that fills in the honeypot gets the response of a reader, and no mail is sent', async ({
  page,
}) => {
  let calls = 0
  page.on('request', (request) => {
    if (/\/(rest|functions)\/v1\//.test(request.url())) calls += 1
  })
  await page.goto('/')
  const form = page.locator('footer form')
  const trap = form.locator('input[name=second_line]')
  // Neither in the accessibility tree nor to be focused.
  await expect(form.getByRole('textbox')).toHaveCount(1)
  await trap.evaluate((input: HTMLInputElement) => input.focus())
  await expect(trap).not.toBeFocused()
  await trap.evaluate((input: HTMLInputElement) => {
    input.value = 'buy now'
  })
  await form.getByRole('textbox').fill('bot@example.org')
  await form.getByRole('button').click()
  await expect(page.getByRole('status').filter({ hasText: 'Please check your email' })).toBeVisible()
  expect(calls).toBe(0)
})

test('text typed before hydration stays and is sent, and focus stays in the form', async ({ page }) => {
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
  await page.locator('header button[aria-haspopup=dialog]').waitFor()
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

test('a reload does not scroll to the sign-up form again', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/contact')
  await page.getByRole('link', { name: 'Free Weekly Digest' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.locator('#newsletter')).toBeFocused()
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.reload({ waitUntil: 'networkidle' })
  await expect(page.locator('footer form button:disabled')).toBeAttached()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.locator('#newsletter')).not.toBeFocused()
})

for (const [name, path] of [
  ['a missing token', '/confirm-subscription'],
  ['a foreign token', '/confirm-subscription?token=somebody-elses'],
]) {
  test(`${name} shows the error screen with links to the home page and the newsletter`, async ({ page }) => {
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
