import { readFile } from 'node:fs/promises'
import { addArticle, anArticle } from '../support/articles.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const entries = (page: Page) =>
  page.getByRole('region', { name: 'Entries of the audit log' }).getByRole('listitem')

test('what was done at the desk is found in the audit log by words, person, kind and time, and exported', async ({
  page,
  publication,
}) => {
  await addArticle(publication.service, anArticle({ title: 'One' }))
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles')
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expectToast(page, 'Article deleted successfully')
  await page.goto('/admin/settings/site-configuration')
  const site = page.getByRole('region', { name: 'Site Configuration' })
  await site.getByLabel('Name of the site').fill('Harbour News')
  await site.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, /saved/i)
  await page.goto('/admin/people')
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Role').selectOption('Administrator')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText('The invitation is in the outbox')).toBeVisible()

  await page.goto('/admin/audit')
  const deletion = entries(page).filter({ hasText: `${DESK_ADMIN.email} moved “One” to the trash` })
  const setting = entries(page).filter({ hasText: 'changed the setting “site name”' })
  const invitation = entries(page).filter({ hasText: 'invited “ada@example.org” as an administrator' })
  await expect(setting).toContainText('the default → Harbour News')
  await expect(deletion.getByRole('link', { name: '“One”' })).toHaveAttribute('href', /trash/)
  await expect(invitation).toHaveCount(1)
  expect(await findAccessibilityProblems(page), 'the audit log').toEqual([])

  await page.getByLabel('Search the audit log').fill('trash one')
  await expect(page).toHaveURL('/admin/audit?q=trash+one')
  await expect(entries(page)).toHaveCount(1)
  await expect(deletion).toBeVisible()
  await page.getByLabel('Search the audit log').fill('')
  await page.getByLabel('Who').selectOption('A program with the secret key')
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page)).toContainText('published “One”')
  await page.getByLabel('Who').selectOption(DESK_ADMIN.email)
  await page.getByLabel('About').selectOption('Administrators and accounts')
  await expect(entries(page)).toHaveCount(1)
  await expect(invitation).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export what is shown' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.trim().split('\r\n').slice(1)).toEqual([
    expect.stringContaining(`,${DESK_ADMIN.email},invited “ada@example.org” as an administrator,`),
  ])
  // The page follows by itself.
  await expect(entries(page)).toHaveCount(2)
  await expect(entries(page).first()).toContainText('exported the audit log')

  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-02')
  await expect(page.getByText('No entry is like this.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all entries' }).click()
  await expect(page).toHaveURL('/admin/audit')
  await expect(setting).toBeVisible()
})

test('odd names are text in the audit log, and nothing is wider than a telephone', async ({
  page,
  publication,
}) => {
  await page.setViewportSize({ width: 375, height: 700 })
  const title = `<img src=x onerror=alert(1)> ${'\u202e'}dessap ${'long'.repeat(60)}`
  await addArticle(publication.service, anArticle({ title, slug: 'odd' }))
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/audit')
  await expect(entries(page).filter({ hasText: '<img src=x onerror=alert(1)> dessap' })).toHaveCount(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  expect(await findAccessibilityProblems(page), 'a narrow audit log').toEqual([])
  await page.getByLabel('Search the audit log').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Who')).toBeFocused()
})
