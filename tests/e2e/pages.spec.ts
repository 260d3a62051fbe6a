import { editPagePath } from '#app/admin/kit/paths.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test('a page of the publication is written in French, previewed and published, and readers get it', async ({
  page,
}) => {
  const read = async (path: string) => (await page.request.get(path)).text()
  await signIn(page, DESK_ADMIN)
  await page.goto(editPagePath('about', 'fr'))
  const content = page.getByRole('textbox', { name: 'Text', exact: true })
  await content.fill('Nous sommes {site_name}, et {sitename}.')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.frameLocator('iframe')
  await expect(preview.getByText('Nous sommes AI Watch, et {sitename}.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await content.fill('Nous sommes {site_name}.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expectToast(page, 'Page published.')
  await expect.poll(() => read('/about?lang=fr')).toContain('Nous sommes AI Watch.')
  expect(await read('/about')).toContain('What we cover')
})
