import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { openDesk } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the desk is gone through by Ctrl-K and the keyboard alone', async ({ page, expectConsoleError }) => {
  // What the page was still reading when the session was ended.
  expectConsoleError(/status of (401|403)/)
  await openDesk(page)
  const bar = page.getByRole('dialog', { name: 'Commands' })
  const field = bar.getByRole('combobox')

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('devices')
  await expect(bar.getByRole('option', { selected: true })).toHaveText('See where you are signed in')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/account#sessions')
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.keyboard.press('ArrowDown')
  await expect(bar.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('mail')
  await expect(bar.getByRole('option', { selected: true })).toHaveText('Delivery')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/outbox')
  await expect(page.getByRole('main')).toBeFocused()

  const refresh = page.getByRole('button', { name: 'Refresh' })
  await refresh.focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('nothing at all')
  await expect(bar).toContainText('No page, command or article matches.')
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
  await expect(refresh).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sign out')
  await expect(bar.getByRole('option', { name: 'Logout' })).toBeVisible()
  await bar.getByRole('option', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/admin')
})

test('an article is found by its title, and leads to its form', async ({ page }) => {
  await openDesk(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('card like an engineer')
  const bar = page.getByRole('dialog', { name: 'Commands' })
  await expect(bar.getByRole('option', { selected: true })).toContainText(
    'Reading a model card like an engineer',
  )
  await expect(bar.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/articles/edit/reading-a-model-card-like-an-engineer')
})

test('the command bar has a button, on a small screen too', async ({ page }) => {
  await openDesk(page)
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('button', { name: 'Commands' }).click()
    await page.getByRole('option', { name: 'Account', exact: true }).click()
    await expect(page).toHaveURL('/admin/account')
  }
  await page.getByRole('button', { name: 'Commands' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await findAccessibilityProblems(page), 'the command bar').toEqual([])
})
