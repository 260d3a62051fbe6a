import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { addMember, openAs } from './support/members.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a name, a picture and a byline are shown to colleagues and readers', async ({
  page,
  browser,
  publication,
  expectConsoleError,
}) => {
  test.slow()
  // The name that a colleague has.
  expectConsoleError(/status of 409/)
  await addMember(publication, { name: 'Nora', role: 'editor' })
  const { desk } = await openAs(browser, publication, { name: 'Ana', role: 'author' })
  await desk.goto('/admin/account')
  const profile = desk.getByRole('region', { name: 'Profile' })
  await profile.getByLabel('Name').fill('nora')
  await profile.getByRole('button', { name: 'Save the profile' }).click()
  await expect(profile.getByLabel('Name')).toHaveAccessibleDescription(/A colleague has this name/)
  await profile.getByLabel('Name').fill('ana@example.org')
  await profile.getByRole('button', { name: 'Save the profile' }).click()
  await expect(profile.getByLabel('Name')).toHaveAccessibleDescription(/would look like an address/)
  await profile.getByLabel('Name').fill('Ana Lima')
  const fediverse = profile.getByLabel('Account in the fediverse')
  await fediverse.fill('ana@example.social')
  await profile.getByRole('button', { name: 'Save the profile' }).click()
  await expect(fediverse).toHaveAccessibleDescription(/Write it like @ana@example\.social/)
  await expect(fediverse).toHaveAttribute('aria-invalid', 'true')
  expect(await findAccessibilityProblems(desk)).toEqual([])
  await fediverse.fill('@ana@example.social')
  await profile.getByLabel('Byline').fill('A. Lima')
  await profile.getByLabel('Language of mails to you').selectOption('pt')
  await profile.getByRole('checkbox', { name: /Mails about work/ }).uncheck()
  expect(await findAccessibilityProblems(desk)).toEqual([])
  await profile.getByRole('button', { name: 'Save the profile' }).click()
  await expect(desk.getByText('Your profile is saved.')).toBeVisible()
  await expect(desk.locator('summary').filter({ hasText: 'Ana Lima' })).toHaveCount(1)

  await profile
    .getByLabel('Choose a picture')
    .last()
    .setInputFiles({ name: 'ana.png', mimeType: 'image/png', buffer: PIXEL })
  await expect(desk.getByText('Your picture is saved.')).toBeVisible()
  await profile
    .getByLabel('Choose a picture')
    .last()
    .setInputFiles({ name: 'ana.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(profile.getByText(/This file is no picture/).first()).toBeVisible()

  await desk.goto('/admin/articles/new')
  await expect(desk.getByLabel('Author')).toHaveValue('A. Lima')
  await desk.getByLabel('Title', { exact: true }).fill('By Ana')
  await desk.getByRole('button', { name: 'Save draft', exact: true }).click()
  await expect(desk).toHaveURL(/\/admin\/drafts/)

  // Colleagues see the name and the picture.
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/people')
  const row = page.getByRole('listitem').filter({ hasText: 'ana@example.org' })
  await expect(row).toContainText('Ana Lima')
  await expect(row.locator('img')).toHaveJSProperty('complete', true)
  expect(await row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await page.goto('/admin/drafts')
  await expect(page.getByText(/by Ana Lima/).first()).toBeVisible()
  await page.goto('/admin/articles/edit/by-ana')
  await desk.goto('/admin/articles/edit/by-ana')
  await expect(page.getByText('Ana Lima is editing this too.')).toBeVisible()
  await desk.context().close()
})
