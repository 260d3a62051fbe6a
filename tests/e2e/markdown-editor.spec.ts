import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('when the editor cannot be loaded, a plain field takes its place', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/Failed to load resource|net::ERR/)
  await signIn(page)
  await page.route('**/assets/code-editor*.js', (route) => route.abort())
  await page.goto('/admin/articles/new')
  const field = page.getByRole('textbox', { name: 'Content' })
  await expect(page.getByText('The editor could not be loaded.')).toBeVisible()
  await field.fill('Nothing is *lost*')
  await page.unroute('**/assets/code-editor*.js')
  await expect(field).toHaveValue('Nothing is *lost*')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.locator('.cm-content')).toBeVisible()
})
