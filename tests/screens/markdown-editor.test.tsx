import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { anArticleRow, contentField, openForm, openWithArticles } from './support/articles.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { dropFiles, paintFile, storeUpload } from './support/pictures.ts'
import { expectToast } from './support/toasts.ts'

type Given = Parameters<typeof openForm>[1]

/** An empty text, with the cursor in it. */
async function openEditor(given: Given = {}) {
  const screen = await openForm([], { path: '/admin/articles/new', ...given })
  await contentField.click()
  return screen
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const type = (keys: string) => userEvent.keyboard(keys)
const command = (keys: string) => userEvent.keyboard(`{Control>}${keys}{/Control}`)

/** Waits for the Markdown, which the editor shows line by line. */
const expectText = (text: string | RegExp) =>
  expect
    .poll(() =>
      [...contentField.element().querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
    )
    .toEqual(typeof text === 'string' ? text : expect.stringMatching(text))

function paste(data: Record<string, string>): void {
  const clipboardData = new DataTransfer()
  for (const [kind, content] of Object.entries(data)) clipboardData.setData(kind, content)
  contentField
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

test('a text is written and formatted by keyboard', async () => {
  await openEditor()
  await expect.element(contentField).toHaveAttribute('spellcheck', 'true')
  await expect.element(contentField).toHaveAttribute('lang', 'en')
  await type('Small models')
  await command('{Alt>}2{/Alt}')
  await type('{End}{Enter}{Enter}A bold')
  await command('b')
  await type('{End} word{Enter}{Enter}1. one{Enter}two{Enter}')
  await expectText('## Small models\n\nA **bold** word\n\n1. one\n2. two\n3. ')
  expect(contentField.element().querySelector('.cm-line-heading-2')?.textContent).toBe('## Small models')
  await type('{Shift>}{Tab}{/Shift}')
  await expect.element(button('Heading')).toHaveFocus()
})

test('the buttons of the toolbar are one stop of the Tab key and show what is at the cursor', async () => {
  await openEditor()
  await type('word')
  const bold = button('Bold')
  await bold.click()
  await expect.element(bold).toHaveAttribute('aria-pressed', 'true')
  await expectText('**word**')
  ;(bold.element() as HTMLElement).focus()
  await type('{ArrowRight}')
  await expect.element(button('Italic')).toHaveFocus()
  await type('{Enter}')
  await expectText('***word***')
  await expect.element(contentField).toHaveFocus()
  await button('Heading').click()
  await page.getByRole('menuitemradio', { name: /^Heading 3/ }).click()
  await expectText('### ***word***')
  await button('Undo').click()
  await expectText('***word***')
})

test('a table stays aligned, and Escape lets the Tab key leave it', async () => {
  await openEditor()
  await button('Table').click()
  await type('Year{Tab}A longer heading{Tab}2026{Enter}')
  await expectText(
    [
      '| Year | A longer heading |',
      '| ---- | ---------------- |',
      '| 2026 | Text             |',
      '|      |                  |',
    ].join('\n'),
  )
  await type('{Escape}{Tab}')
  await expect.element(contentField).not.toHaveFocus()
})

test('a link to one of our articles is found by its title', async () => {
  const found = anArticleRow({ slug: 'small-models', title: 'Why small models keep getting better' })
  const screen = await openWithArticles('/admin/articles/new', [found], {
    calls: { search_desk: { total: 1, ids: [found.id] } },
  })
  await contentField.click()
  await type('See this')
  await command('k')
  const dialog = page.getByRole('dialog', { name: 'Link' })
  const address = dialog.getByLabelText('Address or article')
  await address.fill('small models')
  await dialog.getByRole('button', { name: /Why small models keep getting better/ }).click()
  await expectText('See [this](/article/small-models)')
  expect(screen.sentTo('search_desk')).toMatchObject([{ p_search: 'small models', p_published: true }])
  await expect.element(contentField).toHaveFocus()
  await command('k')
  await address.fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Insert link' }).click()
  await expect.element(dialog.getByText('Enter an address, or choose an article.')).toBeVisible()
  expect(await findProblems()).toEqual([])
  await address.fill('example.org')
  await type('{Enter}')
  await expectText('See [this](https://example.org)')
  await command('k')
  await dialog.getByRole('button', { name: 'Remove link' }).click()
  await expectText('See this')
})

test('what is pasted becomes Markdown, and nothing in it runs', async () => {
  await openEditor()
  paste({
    'text/html':
      '<h1>Title</h1><p>A <b>bold</b> <a href="javascript:alert(1)">word</a><img src=x onerror="document.title=1"></p><script>document.title=2</script>',
    'text/plain': 'Title A bold word',
  })
  await expectText('## Title\n\nA **bold** word')
  await command('a')
  paste({ 'text/plain': '<b>a</b> *b*' })
  await expectText('<b>a</b> *b*')
  expect(document.title).not.toMatch(/^[12]$/)
})

test('an image is uploaded while the editor goes on writing, and then described', async () => {
  const screen = await openEditor()
  screen.answers.respond = (request) => storeUpload(screen, request)
  await type('Before')
  await button('Image').click()
  await userEvent.upload(page.getByLabelText('Upload a file'), await paintFile('model.png'))
  const dialog = page.getByRole('dialog', { name: 'Describe the image' })
  await dialog.getByLabelText('Alt text in English').fill('A small model')
  await dialog.getByLabelText('Caption in English').fill('Smaller is "better"')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectText(
    /^Before\n\n!\[A small model\]\(\/storage\/v1\/object\/public\/article-images\/articles\/\d+-\w+\.png "Smaller is \\"better\\""\)$/,
  )
  await expect.poll(() => contentField.element().querySelector('.cm-image img')).not.toBeNull()
})

test('a file that is no image is refused, and one that cannot be stored leaves the text as it was', async () => {
  const refused = {
    statusCode: '415',
    error: 'invalid_mime_type',
    message: 'No image',
    code: 'InvalidMimeType',
  }
  await openEditor({
    respond: (request) => (request.url.includes('/storage/') ? json(refused, 400) : undefined),
  })
  await type('Before')
  for (const [name, kind, title] of [
    ['a.txt', 'text/plain', 'Invalid file type'],
    ['a.png', 'image/png', 'Upload failed'],
  ] as const) {
    dropFiles(contentField, new File(['not an image'], name, { type: kind }))
    await expectToast(title)
    await expect.poll(() => document.querySelector('.cm-upload')).toBeNull()
  }
  await expectText('Before')
})

test('the editor fills the screen until Escape, and nothing else can be reached', async () => {
  await openEditor()
  await button('Full screen').click()
  const unreachable = () => [...document.querySelectorAll('[inert]')].map(({ textContent }) => textContent)
  await expect.poll(() => unreachable().join()).toContain('Back to Website')
  expect(await findProblems()).toEqual([])
  await contentField.click()
  await type('{Escape}')
  await expect.poll(unreachable).toEqual([])
})

test('text is found and replaced', async () => {
  await openEditor()
  await type('one two one')
  await command('f')
  const find = page.getByRole('textbox', { name: 'Find' })
  await find.fill('one')
  await page.getByRole('textbox', { name: 'Replace with' }).fill('three')
  await button('Replace all').click()
  await expectText('three two three')
  expect(await findProblems()).toEqual([])
  await find.click()
  await type('{Escape}')
  await expect.element(contentField).toHaveFocus()
})

test('the editor is accessible with everything in it', async () => {
  await openEditor()
  paste({
    'text/plain':
      '## Heading\n\nA **bold**, *italic* ~~word~~ with `code` and a [link](https://example.org).\n\n> quote\n\n- [ ] task\n\n```ts\nconst a = 1\n```\n\n| a | b |\n|---|---|\n| c | d |\n\n<b>HTML</b> and שלום',
  })
  await expectText(/HTML/)
  expect(await findProblems()).toEqual([])
})
