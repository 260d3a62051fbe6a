import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { anArticleRow, contentField, openForm, openTab } from './support/articles.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { addPicture, aPicture, paintFile, storeUpload } from './support/pictures.ts'
import { expectToast } from './support/toasts.ts'

const PUBLIC = '/storage/v1/object/public/article-images/'
const imageButton = page.getByRole('button', { name: 'Image', exact: true })
const dialog = page.getByRole('dialog', { name: 'Image', exact: true })
const library = page.getByRole('dialog', { name: 'Choose an image' })
const alt = dialog.getByLabelText('Alt text in English')
const caption = dialog.getByLabelText('Caption in English')
const credit = dialog.getByLabelText('Credit', { exact: true })
const check = page.getByRole('region', { name: 'Check before publishing' })

test('a picture of the library is put into the text with what is known of it', async () => {
  const screen = await openForm([])
  addPicture(screen, aPicture('field.png', { alts: { en: 'A green field' }, described: true }))
  await imageButton.click()
  const choose = dialog.getByRole('button', { name: 'Choose from the library' })
  await choose.click()
  await expect.element(library).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(library).not.toBeInTheDocument()
  await choose.click()
  await library.getByRole('button', { name: /A green field/ }).click()
  await expect.element(alt).toHaveValue('A green field')
  await alt.fill('')
  await dialog.getByRole('button', { name: 'Insert image' }).click()
  await expect.element(contentField).toMatchTextContent(`![](${PUBLIC}articles/field.png)`)

  // Pages take the description from the library; a credit nobody has written.
  await openTab('Check')
  await expect.element(check).toMatchTextContent(/An image has no credit\./)
  await expect.element(check).not.toMatchTextContent(/An image has no description/)
})

test('what is said of a picture in a text is kept with it, and is offered at the next use, where it can differ', async () => {
  const screen = await openForm([anArticleRow()])
  screen.answers.respond = (request) => storeUpload(screen, request)
  await imageButton.click()
  await userEvent.upload(page.getByLabelText('Upload a file'), await paintFile('A crane at night.png'))
  const describing = page.getByRole('dialog', { name: 'Describe the image' })
  await describing.getByLabelText('Alt text in English').fill('A crane')
  await describing.getByLabelText('Caption in English').fill('The harbour at night')
  await describing.getByLabelText('Credit', { exact: true }).fill('Nora Nordhaven')
  await describing.getByLabelText('Licence', { exact: true }).fill('CC BY 4.0')
  expect(await findProblems()).toEqual([])
  await describing.getByRole('button', { name: 'Save' }).click()
  await expectToast('Saved with the picture in the library.')
  expect(screen.tables.media_files).toMatchObject([
    {
      original_name: 'A crane at night.png',
      alts: { en: 'A crane' },
      captions: { en: 'The harbour at night' },
      credit: 'Nora Nordhaven',
      licence_url: 'https://creativecommons.org/licenses/by/4.0/',
    },
  ])

  await contentField.click()
  await userEvent.keyboard('{Control>}{End}{/Control}')
  await imageButton.click()
  await dialog.getByRole('button', { name: 'Choose from the library' }).click()
  await library.getByText('A crane at night.png').click()
  await expect.element(alt).toHaveValue('A crane')
  await expect.element(caption).toHaveValue('The harbour at night')
  await expect.element(credit).toHaveValue('Nora Nordhaven')
  await caption.fill('The same crane')
  await credit.fill('Nora Nordhaven / dpa')
  await expect.element(dialog.getByLabelText(/^Change it in the library too/)).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Insert image' }).click()
  await expect.element(contentField).toMatchTextContent('"The same crane | Nora Nordhaven / dpa"')
  expect(screen.tables.media_files).toMatchObject([
    { captions: { en: 'The harbour at night' }, credit: 'Nora Nordhaven' },
  ])
})

test('a picture of another server is found by the check, copied, and can be taken back', async () => {
  const [address, gone] = ['https://pictures.example/crane.png', 'https://pictures.example/gone.png']
  const copy = aPicture('web-crane.png', { original_name: 'crane.png', source_url: address })
  const content = `The first paragraph.\n\n![A crane](${address} "At night | Nora")\n\n![Gone](${gone} "| Nora")\n`
  const screen = await openForm([anArticleRow({ content })], {
    functions: {
      'copy-picture': ({ url }: { url: string }) => {
        if (url === gone) return json({ error: 'The server does not give the picture away.' }, 422)
        const isNew = screen.tables.media_files?.length === 0
        if (isNew) addPicture(screen, copy)
        return { path: PUBLIC + copy.name, isNew }
      },
    },
  })
  await openTab('Check')
  const questions = page.getByRole('listitem').filter({ hasText: 'stays on the server of' })
  await expect.element(questions).toHaveLength(2)
  expect(await findProblems()).toEqual([])
  const copyInto = { name: /^Copy into the library/ }
  await questions.nth(1).getByRole('button', copyInto).click()
  await expect.element(questions.nth(1)).toMatchTextContent(/The server does not give the picture away\./)

  await questions.first().getByRole('button', copyInto).click()
  await expectToast('Copied into the library')
  await expect.element(contentField).toMatchTextContent(PUBLIC + copy.name)
  await expect.element(contentField).not.toMatchTextContent(address)
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect.element(contentField).toMatchTextContent(address)

  // The same picture is taken from the library in the editor, with its words.
  ;(contentField.element() as HTMLElement).focus()
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowDown}{ArrowDown}')
  await imageButton.click()
  await expect.element(credit).toHaveValue('Nora')
  await dialog.getByRole('button', { name: 'Copy into the library' }).click()
  await expect.element(dialog.getByRole('button', { name: /Focal point/ })).toBeInTheDocument()
  await expect.element(caption).toHaveValue('At night')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(contentField).toMatchTextContent('"At night"')
  expect(screen.tables.media_files).toMatchObject([{ alts: { en: 'A crane' }, credit: 'Nora' }])
})
