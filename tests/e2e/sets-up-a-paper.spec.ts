import { seedDemo } from '#server/features/demo/seed-demo.ts'
import { connect } from '#server/platform/database/connection.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// Reduced motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a newcomer is offered the set-up, names the paper and removes the demo, and reads what is said in its name, and readers find an empty paper of that name that promises what was kept', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  // A picture of the demo may be asked for when it has just been removed.
  expectConsoleError(/404.*article-images\/demo\//)
  const sql = connect(publication.databaseUrl, { max: 1 })
  await seedDemo(sql)
  await sql.end()
  await page.goto('/admin')
  await page.getByLabel('Email').fill(DESK_ADMIN.email)
  await page.getByLabel('Password').fill(DESK_ADMIN.password)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Set it up' }).click()
  await expect(page).toHaveURL('/admin/setup/site')
  await page.getByLabel('Name of the site').fill('Le Monde Vert')
  await page.keyboard.press('Enter')
  const steps = page.getByRole('navigation', { name: 'Steps', exact: true })
  await expect(steps.getByRole('link', { name: 'Name and tagline (done)' })).toBeVisible()
  await steps.getByRole('link', { name: 'What we say in your name' }).click()
  await page.getByRole('button', { name: 'Keep: You send no spam' }).click()
  await page.getByRole('button', { name: /^Mark \d+ statements as read$/ }).click()
  await expect(page.getByText('You have read all of them.')).toBeVisible()
  await steps.getByRole('link', { name: 'Demo' }).click()
  await page.getByLabel('Type the name of the paper, Le Monde Vert, to confirm').fill('Le Monde Vert')
  await page.keyboard.press('Enter')
  await expectToast(page, 'The demo is gone: 91 articles were removed.')
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByRole('link', { name: 'Set up your paper' })).toHaveCount(0)

  await page.goto('/')
  await expect(page).toHaveTitle(/Le Monde Vert/)
  await expect(page.locator('main article')).toHaveCount(0)
  await page.goto('/newsletter')
  const promises = page.getByRole('region', { name: 'What We Promise' })
  await expect(promises.getByRole('listitem')).toHaveText(['No spam'])
  expect(await findAccessibilityProblems(page)).toEqual([])
})
