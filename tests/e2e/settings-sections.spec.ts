import { SECTION_GROUPS, settingsPath } from '#app/admin/settings/sections.ts'
import { openDesk } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const MAX_HEIGHT = 2600

test('no section is long with the content of the demo, and the command bar finds each', async ({ page }) => {
  await openDesk(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const section of SECTION_GROUPS.flatMap(({ sections }) => sections)) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(`Settings: ${section.title}`)
    await expect(page.getByRole('option', { selected: true })).toHaveText(`Settings: ${section.title}`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(settingsPath(section))
    await expect(page.getByRole('heading', { level: 2, name: section.title, exact: true })).toBeVisible()
    await expect(
      page
        .getByRole('main')
        .getByRole('button')
        .or(page.getByRole('textbox'))
        .or(page.getByRole('switch'))
        .or(page.getByRole('form').getByRole('searchbox'))
        .first(),
    ).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollHeight), section.title).toBeLessThan(
      MAX_HEIGHT,
    )
  }
})
