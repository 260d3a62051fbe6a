import type { WebSocketRoute } from '@playwright/test'
import { insertArticles } from '#core/data/articles.ts'
import { anArticle } from '../support/articles.ts'
import { expectForm, storeArticle } from './support/article-form.ts'
import { DESK_ADMIN, endEverySession } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { openAs } from './support/members.ts'
import { type Publication, test } from './support/new-publication.ts'
import { openDesk, signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const publish = ({ service }: Publication, title: string) => insertArticles(service, [anArticle({ title })])

test('two desks show what the other one does: what is published, who edits the same article, and what they save', async ({
  page,
  browser,
  publication,
}) => {
  await storeArticle(publication.service)
  await signIn(page, DESK_ADMIN)
  const { desk: ana } = await openAs(browser, publication, { name: 'Ana', role: 'editor' })
  await page.goto('/admin/articles')
  await ana.goto('/admin/articles')
  await expect(page.getByRole('row').filter({ hasText: 'Chips from Vienna' })).toBeVisible()
  await publish(publication, 'Harbours go quiet')
  for (const desk of [page, ana])
    await expect(desk.getByRole('row').filter({ hasText: 'Harbours go quiet' })).toBeVisible()

  for (const desk of [page, ana]) {
    await desk.goto('/admin/articles/edit/chips-from-vienna')
    await expectForm(desk)
  }
  await expect(page.getByText('Ana is editing this too.')).toBeVisible()
  await expect(ana.getByText('Admin is editing this too.')).toBeVisible()
  const sameAccount = await page.context().newPage()
  await sameAccount.goto('/admin/articles/edit/chips-from-vienna')
  await expect(sameAccount.getByText('Ana is editing this too.')).toBeVisible()
  await sameAccount.close()
  await ana.getByLabel('Subtitle').fill('Theirs')
  await ana.keyboard.press('Control+s')
  await expectToast(ana, 'Article updated successfully!')
  await expect(page.getByLabel('Subtitle')).toHaveValue('Theirs')
  const note = page.getByText('This article was saved elsewhere')
  await expect(note).toHaveCount(0)

  await page.getByLabel('Subtitle').fill('Mine')
  await ana.getByLabel('Author').fill('Ana')
  await ana.keyboard.press('Control+s')
  await expect(note).toBeVisible()
  await expect(page.getByLabel('Subtitle')).toHaveValue('Mine')
  await expect(ana.getByText('This article was saved elsewhere')).toHaveCount(0)
  expect(await findAccessibilityProblems(page)).toEqual([])
  await ana.context().close()
  await expect(page.getByText('is editing this too.')).toHaveCount(0)
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
