import type { Browser, WebSocketRoute } from '@playwright/test'
import { insertArticles } from '#core/data/articles.ts'
import { anArticle } from '../support/articles.ts'
import { expectForm, storeArticle } from './support/article-form.ts'
import { DESK_ADMIN, endEverySession, withoutLiveUpdates } from './support/desk.ts'
import { findMailedLink } from './support/find-mailed-link.ts'
import { type Publication, test } from './support/new-publication.ts'
import { openDesk, signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast, recordToasts } from './support/toasts.ts'

const ANA = 'ana@example.org'

/** A second browser, in which Ana is signed in, whom the administrator of this page has invited. */
async function inviteAna(page: Page, browser: Browser, { url, service }: Publication): Promise<Page> {
  await page.goto('/admin/people')
  await page.getByLabel('Email').fill(ANA)
  await page.getByLabel('Role').selectOption('Administrator')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  const ana = await (await browser.newContext({ baseURL: url })).newPage()
  recordToasts(ana)
  await ana.goto(await findMailedLink(service, { to: ANA, path: '/admin/invitation' }))
  await ana.getByLabel('New password').fill('rook lantern seventy plum')
  await ana.getByRole('button', { name: 'Accept and sign in' }).click()
  await expect(ana.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  return ana
}

const publish = ({ service }: Publication, title: string) => insertArticles(service, [anArticle({ title })])

const siteName = (page: Page) => page.getByLabel('Name of the site')
const saveSite = (page: Page) =>
  page.getByRole('form', { name: 'Site Configuration' }).getByRole('button', { name: 'Save Changes' }).click()

test('a change appears on every desk, and so do the other editors of an article', async ({
  page,
  browser,
  publication,
}) => {
  await signIn(page, DESK_ADMIN)
  const ana = await inviteAna(page, browser, publication)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await publish(publication, 'Harbours go quiet')
  for (const desk of [page, ana])
    await expect(desk.getByRole('heading', { name: 'Harbours go quiet' })).toBeVisible()

  await page.goto('/admin/settings/site-configuration')
  await ana.goto('/admin/settings/site-configuration')
  await expect(page.getByText('Ana is editing this too.')).toBeVisible()
  await expect(ana.getByText('Admin is editing this too.')).toBeVisible()
  const sameAccount = await page.context().newPage()
  await sameAccount.goto('/admin/settings/site-configuration')
  await expect(sameAccount.getByText('Ana is editing this too.')).toBeVisible()

  await siteName(ana).fill('Le Monde')
  await saveSite(ana)
  await expect(siteName(page)).toHaveValue('Le Monde')
  await ana.getByRole('link', { name: 'Delivery' }).first().click()
  await expect(page.getByText('is editing this too.')).toHaveCount(0)
  await expect(sameAccount.getByText('is editing this too.')).toHaveCount(0)
  await ana.context().close()
})

test('an open article says who else is editing it, follows what they save, and keeps what is typed', async ({
  page,
  browser,
  publication,
}) => {
  await storeArticle(publication.service)
  await signIn(page, DESK_ADMIN)
  const ana = await inviteAna(page, browser, publication)
  for (const desk of [page, ana]) {
    await desk.goto('/admin/articles/edit/chips-from-vienna')
    await expectForm(desk)
  }
  await expect(page.getByText('Ana is editing this too.')).toBeVisible()
  await ana.getByLabel('Subtitle').fill('Theirs')
  await ana.keyboard.press('Control+s')
  await expectToast(ana, 'Article updated successfully!')
  await expect(page.getByLabel('Subtitle')).toHaveValue('Theirs')
  const note = page.getByText('Somebody else has just saved this article')
  await expect(note).toHaveCount(0)

  await page.getByLabel('Subtitle').fill('Mine')
  await ana.getByLabel('Author').fill('Ana')
  await ana.keyboard.press('Control+s')
  await expect(note).toBeVisible()
  await expect(page.getByLabel('Subtitle')).toHaveValue('Mine')
  await expect(ana.getByText('Somebody else has just saved this article')).toHaveCount(0)

  await page.goto('/admin/articles')
  await expect(page.getByRole('row').filter({ hasText: 'Chips from Vienna' })).toBeVisible()
  await publish(publication, 'Harbours go quiet')
  await expect(page.getByRole('row').filter({ hasText: 'Harbours go quiet' })).toBeVisible()
  await ana.context().close()
})

test('after a lost connection and after the end of a session changes are heard again', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of (401|403)/)
  const connections: WebSocketRoute[] = []
  await page.routeWebSocket(/realtime/, (socket) => {
    connections.push(socket)
    socket.connectToServer()
  })
  await openDesk(page, DESK_ADMIN)
  await expect.poll(() => connections.length).toBe(1)
  await connections[0]?.close({ code: 1011, reason: 'The network is gone' })
  await publish(publication, 'While nobody listened')
  await expect(page.getByRole('heading', { name: 'While nobody listened' })).toBeVisible()

  await endEverySession(publication)
  // A refetch that came late may show the dialog before the link is clicked.
  await page.getByRole('link', { name: 'People', includeHidden: true }).first().dispatchEvent('click')
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await dialog.getByLabel('Password').fill(DESK_ADMIN.password)
  await dialog.getByLabel('Password').press('Enter')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await publish(publication, 'With the next session')
  await expect(page.getByRole('heading', { name: 'With the next session' })).toBeVisible()
})

test('without live updates the desk works as before', async ({ page, publication }) => {
  await withoutLiveUpdates(page)
  await openDesk(page, DESK_ADMIN)
  await publish(publication, 'Nobody tells')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('heading', { name: 'Site Configuration' }).getByRole('link').click()
  await siteName(page).fill('Le Monde')
  await saveSite(page)
  await expectToast(page, 'Settings saved successfully!')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('heading', { name: 'Nobody tells' })).toBeVisible()
})
