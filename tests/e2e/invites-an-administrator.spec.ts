import { DESK_ADMIN } from './support/desk.ts'
import { findMailedLink } from './support/find-mailed-link.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

const PAULA = 'paula@example.org'

test('an administrator invites another one, who accepts, and is removed; the last one stays', async ({
  page,
  browser,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of (400|409)/)
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/people')
  const row = (email: string) => page.getByRole('listitem').filter({ hasText: email })
  await page.getByLabel('Email').fill(DESK_ADMIN.email)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/has a role already/)
  await page.getByLabel('Email').fill(PAULA)
  await page.getByLabel('Role').selectOption('Administrator')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(row(PAULA)).toContainText(/invited/i)

  // No mail leaves, so the link can be passed on.
  await expect(page.getByText('The invitation is in the outbox')).toBeVisible()
  await expect(page.getByText('is on its way')).toHaveCount(0)
  const link = await page.getByLabel('Link of the invitation').inputValue()
  expect(link).toBe(await findMailedLink(publication.service, { to: PAULA, path: '/admin/invitation' }))
  const paula = await (await browser.newContext({ baseURL: publication.url })).newPage()
  await paula.goto(link)
  await expect(paula.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  await paula.getByLabel('New password').fill('rook lantern seventy plum')
  await paula.getByRole('button', { name: 'Accept and sign in' }).click()
  await expect(paula).toHaveURL('/admin/dashboard')

  await page.reload()
  await expect(row(PAULA)).toContainText('Last sign-in')
  await page.getByRole('button', { name: `Remove ${PAULA}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row(PAULA)).toHaveCount(0)
  await paula.reload()
  await expect(paula).toHaveURL('/admin')
  await paula.context().close()

  await page.getByRole('button', { name: `Remove ${DESK_ADMIN.email}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('dialog')).toContainText('The last administrator cannot be removed.')
  await page.keyboard.press('Escape')
  await expect(row(DESK_ADMIN.email)).toBeVisible()
})
