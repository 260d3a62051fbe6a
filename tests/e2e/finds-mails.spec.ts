import type { Client } from '#core/data/client.ts'
import { DESK_ADMIN, endEverySession, withoutLiveUpdates } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { findMailedLink } from './support/find-mailed-link.ts'
import { test } from './support/new-publication.ts'
import { openDesk, signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'

const PEOPLE = ['ana', 'bruno', 'zoe'].map((name) => `${name}@example.org`)

/** Has a mail sent to each of three people, one after the other, from the account of the desk. */
async function inviteEverybody(page: Page, service: Client): Promise<void> {
  await page.goto('/admin/people')
  for (const email of PEOPLE) {
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: email })).toBeVisible()
    await findMailedLink(service, { to: email, path: '/admin/invitation' })
  }
}

test('mails are sorted, searched and filtered in the address, through which one goes back and forward', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  // Playwright's own scripts, in the frame that shows a mail without any.
  expectConsoleError(/Blocked script execution in 'about:srcdoc'/)
  await signIn(page, DESK_ADMIN)
  await inviteEverybody(page, publication.service)
  await page.getByRole('link', { name: 'Delivery' }).first().click()
  const recipients = page.getByRole('rowheader')
  await expect(recipients).toHaveText(PEOPLE.toReversed())
  await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'descending')

  await page.getByRole('button', { name: 'Recipient' }).click()
  await expect(page).toHaveURL('/admin/outbox?sort=recipient')
  await expect(recipients).toHaveText(PEOPLE)
  await expect(page.getByRole('columnheader', { name: 'Recipient' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  const search = page.getByLabel('Search recipients and subjects')
  await search.fill('zoe@')
  await expect(page).toHaveURL('/admin/outbox?q=zoe%40&sort=recipient')
  await expect(recipients).toHaveText(['zoe@example.org'])
  await expect(search).toBeFocused()
  await page.getByLabel('Status').selectOption('Needs a look')
  await expect(page.getByText('No mail matches.')).toBeVisible()
  expect(await findAccessibilityProblems(page), 'an empty list').toEqual([])
  await page.getByRole('link', { name: 'Show all mails' }).click()
  await expect(page).toHaveURL('/admin/outbox?sort=recipient')
  await expect(recipients).toHaveText(PEOPLE)
  await expect(search).toHaveValue('')
  await expect(page.getByRole('region', { name: 'Mails' })).toBeFocused()
  await page.goBack()

  // A search replaces its step, a filter is one to come back to.
  await page.goBack()
  await expect(recipients).toHaveText(['zoe@example.org'])
  await page.goBack()
  await expect(page).toHaveURL('/admin/outbox')
  await expect(search).toHaveValue('')
  await expect(recipients).toHaveText(PEOPLE.toReversed())
  await page.goForward()
  await expect(search).toHaveValue('zoe@')
  await expect(recipients).toHaveText(['zoe@example.org'])

  await page.getByRole('link', { name: 'zoe@example.org' }).click()
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toBeFocused()
  await page.getByRole('tab', { name: 'HTML' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tabpanel', { name: 'Text' })).toContainText('/admin/invitation')
  await page.getByRole('link', { name: 'All mails' }).click()
  await expect(page.getByRole('link', { name: 'zoe@example.org' })).toBeFocused()
})

test('invalid parameters are removed from the address, and a page beyond the last one says so', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 416/)
  await signIn(page, DESK_ADMIN)
  await inviteEverybody(page, publication.service)
  await page.goto('/admin/outbox?sort=constructor&status=__proto__&q=ana&other=1&open=7')
  await expect(page.getByRole('rowheader')).toHaveText(['ana@example.org'])
  await expect(page).toHaveURL('/admin/outbox?q=ana')
  await page.goto('/admin/outbox?page=9')
  await expect(page.getByText('There is no page 9.')).toBeVisible()
  await page.getByRole('link', { name: 'Last page' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Mails' })).toBeFocused()
  expect(await findAccessibilityProblems(page), 'a list').toEqual([])
})

test('a list that cannot be read for a moment is read again by itself', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 503/)
  await openDesk(page, DESK_ADMIN)
  await page.clock.install()
  let tries = 0
  await page.route('**/rest/v1/mail_deliveries?*', (route) =>
    route.request().method() === 'GET' && ++tries < 3
      ? route.fulfill({ status: 503, body: 'away' })
      : route.continue(),
  )
  await page.getByRole('link', { name: 'Delivery' }).first().click()
  for (const seconds of [1, 2]) {
    await expect.poll(() => tries).toBe(seconds)
    await page.clock.runFor(seconds * 1000)
  }
  await expect(page.getByText('No mail yet')).toBeVisible()
})

test('a session that ends before a list is read again is renewed, and the list is shown', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of (401|403)/)
  await withoutLiveUpdates(page)
  await signIn(page, DESK_ADMIN)
  await inviteEverybody(page, publication.service)
  await page.goto('/admin/outbox')
  await expect(page.getByRole('rowheader')).toHaveCount(3)
  await page.clock.install()
  await page.goto('/admin/outbox')
  await expect(page.getByRole('rowheader')).toHaveCount(3)
  await endEverySession(publication)
  await page.clock.runFor(5_000)
  await page.getByRole('button', { name: 'Refresh' }).click()

  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await dialog.getByLabel('Password').fill(DESK_ADMIN.password)
  await dialog.getByLabel('Password').press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('rowheader')).toHaveCount(3)
})
