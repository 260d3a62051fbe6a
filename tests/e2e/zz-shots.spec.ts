import { DESK_ADMIN } from './support/desk.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'
test.use({ contextOptions: { reducedMotion: 'reduce' } })
test('shots', async ({ page, publication, expectConsoleError }) => {
  test.setTimeout(120000)
  expectConsoleError(/status of 400/)
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/access-tokens')
  const make = page.getByRole('button', { name: 'Make a token' })
  await expect(page.getByText('There is none.')).toBeVisible()
  const shoot = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [375, 768, 1280]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), colorScheme === 'dark')
        await page.screenshot({ path: `/tmp/shots-tokens/${name}-${width}-${colorScheme}.png`, fullPage: true })
      }
  }
  await shoot('empty')
  for (const [n, name] of ['Nightly import', 'Assistant of the newsroom that writes drafts about everything'].entries()) {
    await make.click()
    const dialog = page.getByRole('dialog')
    if (n === 0) { await dialog.getByRole('button', { name: 'Make a token' }).click(); }
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByLabel(n ? 'Publish' : 'Translate', { exact: true }).check()
    if (n === 0) await shoot('dialog')
    await dialog.getByLabel('Your password').fill(DESK_ADMIN.password)
    await dialog.getByRole('button', { name: 'Make a token' }).click()
    await expect(dialog.getByLabel('Access token')).toBeVisible()
    if (n === 0) await shoot('once')
    await dialog.getByLabel('I have stored it in a safe place').check()
    await dialog.getByRole('button', { name: 'Done' }).click()
  }
  await shoot('list')
  await page.getByRole('button', { name: 'Revoke Nightly import' }).click()
  await shoot('revoke')
})
