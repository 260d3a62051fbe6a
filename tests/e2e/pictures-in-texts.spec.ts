import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { paintImage } from '../support/images.ts'
import { contentOf, readArticle, storeArticle } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test as base } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

/** A server with pictures, from which this publication may copy. */
const test = base.extend<{ elsewhere: string }>({
  contextOptions: { reducedMotion: 'reduce' },
  environment: { PICTURE_SERVERS: '127.0.0.1' },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  elsewhere: async ({}, use) => {
    const bytes = await paintImage('png', { width: 640, height: 360, colour: '#36c' })
    const server = createServer((request, response) => {
      if (request.url === '/crane.png') response.writeHead(200, { 'content-type': 'image/png' }).end(bytes)
      else response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.closeAllConnections()
    server.close()
  },
})

async function openText(page: Page, content: string) {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/edit/chips-from-vienna')
  await expect(contentOf(page)).toContainText(content)
}

const imageButton = (page: Page) => page.getByRole('button', { name: 'Image', exact: true })
const dialogOf = (page: Page, name = 'Image') => page.getByRole('dialog', { name, exact: true })

test('what is said of a picture in a text is kept with it, is offered at the next use, and reaches readers', async ({
  page,
  publication: { service },
}) => {
  await storeArticle(service, { content: 'The first paragraph.\n' })
  await openText(page, 'The first paragraph.')
  await imageButton(page).click()
  await page.getByLabel('Upload a file').setInputFiles({
    name: 'A crane at night.png',
    mimeType: 'image/png',
    buffer: await paintImage('png', { width: 640, height: 360, colour: '#c63' }),
  })
  const describing = dialogOf(page, 'Describe the image')
  await describing.getByLabel('Alt text in English').fill('A crane')
  await describing.getByLabel('Caption in English').fill('The harbour at night')
  await describing.getByLabel('Credit', { exact: true }).fill('Nora Nordhaven')
  await describing.getByLabel('Licence', { exact: true }).fill('CC BY 4.0')
  expect(await findAccessibilityProblems(page), 'the dialog of a picture').toEqual([])
  await describing.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved with the picture in the library.')
  const { data } = await service.from('media_files').select('*').single().throwOnError()
  expect(data).toMatchObject({
    original_name: 'A crane at night.png',
    alts: { en: 'A crane' },
    captions: { en: 'The harbour at night' },
    credit: 'Nora Nordhaven',
    licence_url: 'https://creativecommons.org/licenses/by/4.0/',
  })

  // At the next use everything is filled in, and can differ there.
  await contentOf(page).press('Control+End')
  await imageButton(page).click()
  await dialogOf(page).getByRole('button', { name: 'Choose from the library' }).click()
  await page.getByRole('dialog', { name: 'Choose an image' }).getByText('A crane at night.png').click()
  await expect(dialogOf(page).getByLabel('Alt text in English')).toHaveValue('A crane')
  await expect(dialogOf(page).getByLabel('Caption in English')).toHaveValue('The harbour at night')
  await expect(dialogOf(page).getByLabel('Credit', { exact: true })).toHaveValue('Nora Nordhaven')
  await dialogOf(page).getByLabel('Caption in English').fill('The same crane')
  await dialogOf(page).getByLabel('Credit', { exact: true }).fill('Nora Nordhaven / dpa')
  await expect(dialogOf(page).getByLabel('Change it in the library too')).not.toBeChecked()
  await dialogOf(page).getByRole('button', { name: 'Insert image' }).click()
  await expect(contentOf(page)).toContainText('"The same crane | Nora Nordhaven / dpa"')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  const stored = async () => (await readArticle(service, 'chips-from-vienna'))?.content
  await expect.poll(stored).toContain('The same crane')
  expect(
    (await service.from('media_files').select('captions').single().throwOnError()).data.captions,
  ).toEqual({
    en: 'The harbour at night',
  })

  await page.goto('/article/chips-from-vienna')
  const [first, second] = [page.getByRole('figure').nth(0), page.getByRole('figure').nth(1)]
  await expect(first).toContainText('The harbour at night')
  await expect(first).toContainText('Image: Nora Nordhaven · CC BY 4.0')
  await expect(second).toContainText('The same crane')
  await expect(second).toContainText('Image: Nora Nordhaven / dpa · CC BY 4.0')
  const twin = await (await page.request.get('/article/chips-from-vienna.md')).text()
  expect(twin).toContain('"The harbour at night | Nora Nordhaven · CC BY 4.0')
  const feed = async () => (await page.request.get('/feeds/en.xml')).text()
  await expect.poll(feed).toContain('Image: Nora Nordhaven / dpa')
})

test('a picture of another server is found by the check, copied, and can be taken back', async ({
  page,
  publication: { service },
  elsewhere,
  expectConsoleError,
}) => {
  expectConsoleError(/Content Security Policy|status of 4|Failed to load|ERR_/)
  const address = `${elsewhere}/crane.png`
  const gone = `${elsewhere}/gone.png`
  await storeArticle(service, {
    content: `The first paragraph.\n\n![A crane](${address} "At night | Nora")\n\n![Gone](${gone} "| Nora")\n`,
  })
  await openText(page, 'The first paragraph.')
  await page.getByRole('tab', { name: /^Check/ }).click()
  const question = (quote: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: 'stays on the server of' })
      .nth(quote === address ? 0 : 1)
  await expect(question(gone)).toBeVisible()
  expect(await findAccessibilityProblems(page), 'the check with pictures of other servers').toEqual([])
  await question(gone)
    .getByRole('button', { name: /^Copy into the library/ })
    .click()
  await expect(question(gone)).toContainText('The server does not give the picture away.')

  await question(address)
    .getByRole('button', { name: /^Copy into the library/ })
    .click()
  await expectToast(page, 'Copied into the library')
  await expect(contentOf(page)).toContainText('/storage/v1/object/public/article-images/articles/web-')
  await expect(contentOf(page)).not.toContainText(address)
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(contentOf(page)).toContainText(address)

  // In the editor the same picture is taken from the library, and its words go along.
  await contentOf(page).getByText('A crane').click()
  await imageButton(page).click()
  await expect(dialogOf(page).getByLabel('Credit', { exact: true })).toHaveValue('Nora')
  await dialogOf(page).getByRole('button', { name: 'Copy into the library' }).click()
  await expect(dialogOf(page).getByRole('button', { name: /Focal point/ })).toBeVisible()
  await expect(dialogOf(page).getByLabel('Caption in English')).toHaveValue('At night')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(contentOf(page)).toContainText('"At night"')
  const { data } = await service.from('media_files').select('*').throwOnError()
  expect(data).toMatchObject([
    { original_name: 'crane.png', source_url: address, alts: { en: 'A crane' }, credit: 'Nora' },
  ])
})
