import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

test('links, columns, profiles and a notice that an editor makes are on every page, by keyboard and on a phone', async ({
  page,
}) => {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/settings/navigation')
  const header = group(page, 'More links in the header')
  await header.getByRole('button', { name: 'Add a link' }).click()
  await page.keyboard.type('Jobs')
  await header.getByText('Other languages').click()
  await header.getByLabel('German').fill('Stellen')
  await header.getByLabel('Address').fill('/terms')
  const footer = group(page, 'Columns of the footer')
  await footer.getByRole('button', { name: 'Add a column of your own' }).click()
  await footer.getByLabel('Title').fill('Company')
  await footer.getByLabel('Text').fill('Press')
  await footer.getByLabel('Address').fill('https://press.example.org')
  await footer.getByRole('button', { name: 'Move Company up' }).click()
  await footer.getByRole('button', { name: 'Remove Sections' }).click()
  await page.getByRole('button', { name: 'Add a profile' }).click()
  await page.keyboard.type('https://mastodon.social/@us')
  const notice = group(page, 'Notice above the header')
  await notice.getByLabel('Text').fill('We are away')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Settings saved successfully!')

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/about')
  await expect(page.getByText('We are away')).toBeVisible()
  const site = page.getByRole('contentinfo')
  await expect(site.getByRole('heading', { level: 2 })).toHaveText([
    'Stay Ahead of AI',
    'Explore',
    'Company',
    'Legal',
  ])
  await expect(site.getByRole('link', { name: 'Press' })).toHaveAttribute('rel', 'external')
  await expect(site.getByRole('link', { name: 'Mastodon' })).toHaveAttribute('rel', 'me')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Jobs' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/terms')
  await expect(page.getByRole('link', { name: 'Jobs' })).toHaveAttribute('aria-current', 'page')

  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/about?lang=de')
  await page.getByRole('banner').locator('details[data-covers-page] > summary').click()
  await page.getByRole('link', { name: 'Stellen' }).click()
  await expect(page).toHaveURL('/terms?lang=de')
})
