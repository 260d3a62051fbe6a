import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findProblems } from './support/find-problems.ts'
import { openScreen } from './support/open-screen.tsx'
import { press } from './support/press.ts'
import { SAVES_SETTINGS, storedSettings } from './support/settings.ts'
import { expectToast } from './support/toasts.ts'

test('the layout and the blocks of the front page are chosen by keyboard', async () => {
  const screen = await openScreen('/admin/settings/front-page', { calls: SAVES_SETTINGS })
  await press(page.getByRole('radio', { name: 'Standard' }), '{ArrowRight}')
  await expect.element(page.getByRole('radio', { name: 'Dense' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Sections' }).click()
  await page.getByRole('checkbox', { name: 'Newsletter' }).click()
  const up = page.getByRole('button', { name: 'Move Newsletter up' })
  await press(up)
  await expect.element(up).toHaveFocus()
  expect(await findProblems()).toEqual([])
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Settings saved successfully!')
  expect(storedSettings(screen)).toEqual({
    front_page: { layout: 'dense', blocks: ['featured', 'latest', 'newsletter', 'sections'] },
  })
})
