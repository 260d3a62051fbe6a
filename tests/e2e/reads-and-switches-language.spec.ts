import { expect, test } from './support/test.ts'

test('x', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('h1').first()).toBeVisible()
})
