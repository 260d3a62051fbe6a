import { insertArticles } from '#core/data/articles.ts'
import { anArticle } from '../support/articles.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { openDesk } from './support/sign-in.ts'
import { expect } from './support/test.ts'
import { test } from './support/with-mail-sink.ts'

test.use({
  contextOptions: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] },
})

const DESKTOP = { width: 1280, height: 900 }

test('a newcomer is led from an empty publication to its first readers', async ({ page, publication }) => {
  await openDesk(page, DESK_ADMIN)
  const list = page.getByRole('region', { name: 'Begin your publication' })
  await expect(list).toContainText('0 of 3 steps done.')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.setViewportSize(DESKTOP)

  await list.getByRole('link', { name: 'Set it up' }).click()
  await page
    .getByRole('navigation', { name: 'Steps', exact: true })
    .getByRole('link', { name: 'Demo' })
    .click()
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(list).toContainText('1 of 3 steps done.')
  await expect(list.getByRole('heading', { name: 'Set up your paper (done)' })).toBeVisible()

  await expect(list.getByRole('link', { name: 'Write an article' })).toHaveAttribute(
    'href',
    '/admin/articles/new',
  )
  await insertArticles(publication.service, [anArticle({ published: false })])
  await expect(list).toContainText('2 of 3 steps done.')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.setViewportSize(DESKTOP)

  await list.getByRole('button', { name: 'Copy' }).click()
  await expect(list).toContainText('Copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${publication.url}/newsletter`)
  await list.getByRole('link', { name: 'Invite a colleague' }).click()
  await page.getByLabel('Email').fill('ana@example.org')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'ana@example.org' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('heading', { name: 'Recent Articles' })).toBeVisible()
  await expect(list).toHaveCount(0)
})

test('an editor can hide the list of first steps for good', async ({ page }) => {
  await openDesk(page, DESK_ADMIN)
  const list = page.getByRole('region', { name: 'Begin your publication' })
  await list.getByRole('button', { name: 'Hide this list' }).click()
  await expect(list).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Create your first article')).toBeVisible()
  await expect(list).toHaveCount(0)
})
