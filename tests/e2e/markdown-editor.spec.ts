import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const PICTURE = fileURLToPath(
  new URL('../../public/demo/why-small-models-keep-getting-better.webp', import.meta.url),
)
/** Chromium's key for commands on the machine that it runs on. */
const MOD = 'ControlOrMeta'

async function openEditor(page: Page): Promise<Locator> {
  await signIn(page)
  await page.goto('/admin/articles/new')
  const text = page.locator('.cm-content')
  await expect(text).toBeVisible()
  await text.click()
  return text
}

/** The page for readers in the frame of the preview. */
const previewOf = (page: Page) => page.getByRole('dialog', { name: 'Preview' }).frameLocator('iframe')

/** The Markdown, which the editor shows line by line. */
async function markdownOf(text: Locator): Promise<string> {
  return text.evaluate((element) =>
    [...element.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  )
}

async function paste(text: Locator, data: Record<string, string>): Promise<void> {
  await text.evaluate((element, entries) => {
    const clipboardData = new DataTransfer()
    for (const [type, content] of Object.entries(entries)) clipboardData.setData(type, content)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)
}

test('a text is written and formatted by keyboard', async ({ page }) => {
  const text = await openEditor(page)
  await expect(text).toHaveAttribute('spellcheck', 'true')
  await expect(text).toHaveAttribute('lang', 'en')
  await page.keyboard.type('Small models')
  await page.keyboard.press(`${MOD}+Alt+2`)
  await page.keyboard.press('End')
  await page.keyboard.type('\n\nA bold')
  await page.keyboard.press(`${MOD}+b`)
  await page.keyboard.press('End')
  await page.keyboard.type(' word\n\n1. one\ntwo\n')
  await expect.poll(() => markdownOf(text)).toBe('## Small models\n\nA **bold** word\n\n1. one\n2. two\n3. ')
  await expect(text.locator('.cm-line-heading-2')).toHaveText('## Small models')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Heading', exact: true })).toBeFocused()
})

test('the buttons of the toolbar are one stop of the Tab key and show what is at the cursor', async ({
  page,
}) => {
  const text = await openEditor(page)
  await page.keyboard.type('word')
  const bold = page.getByRole('button', { name: 'Bold', exact: true })
  await bold.click()
  await expect(bold).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => markdownOf(text)).toBe('**word**')
  await bold.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Italic', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => markdownOf(text)).toBe('***word***')
  await expect(text).toBeFocused()
  await page.getByRole('button', { name: 'Heading', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Heading 3' }).click()
  await expect.poll(() => markdownOf(text)).toBe('### ***word***')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => markdownOf(text)).toBe('***word***')
})

test('a table stays aligned, and Escape lets the Tab key leave it', async ({ page }) => {
  const text = await openEditor(page)
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.keyboard.type('Year')
  await page.keyboard.press('Tab')
  await page.keyboard.type('A longer heading')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2026')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => markdownOf(text))
    .toBe(
      [
        '| Year | A longer heading |',
        '| ---- | ---------------- |',
        '| 2026 | Text             |',
        '|      |                  |',
      ].join('\n'),
    )
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(text).not.toBeFocused()
})

test('a link to one of our articles is found by its title', async ({ page }) => {
  const text = await openEditor(page)
  await page.keyboard.type('See this')
  await page.keyboard.press(`${MOD}+k`)
  const dialog = page.getByRole('dialog', { name: 'Link' })
  await dialog.getByLabel('Address or article').fill('small models')
  await dialog.getByRole('button', { name: /Why small models keep getting better/i }).click()
  await expect.poll(() => markdownOf(text)).toBe('See [this](/article/why-small-models-keep-getting-better)')
  await expect(text).toBeFocused()
  await page.keyboard.press(`${MOD}+k`)
  await dialog.getByLabel('Address or article').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Insert link' }).click()
  await expect(dialog.getByText('Enter an address, or choose an article.')).toBeVisible()
  await dialog.getByLabel('Address or article').fill('example.org')
  await page.keyboard.press('Enter')
  await expect.poll(() => markdownOf(text)).toBe('See [this](https://example.org)')
  await page.keyboard.press(`${MOD}+k`)
  await dialog.getByRole('button', { name: 'Remove link' }).click()
  await expect.poll(() => markdownOf(text)).toBe('See this')
})

test('what is pasted becomes Markdown, and nothing in it runs', async ({ page }) => {
  const text = await openEditor(page)
  await paste(text, {
    'text/html':
      '<h1>Title</h1><p>A <b>bold</b> <a href="javascript:alert(1)">word</a><img src=x onerror="document.title=1"></p><script>document.title=2</script>',
    'text/plain': 'Title A bold word',
  })
  await expect.poll(() => markdownOf(text)).toBe('## Title\n\nA **bold** word')
  await page.keyboard.press(`${MOD}+a`)
  await paste(text, { 'text/plain': '<b>a</b> *b*' })
  await expect.poll(() => markdownOf(text)).toBe('<b>a</b> *b*')
  expect(await page.title()).not.toMatch(/^[12]$/)
})

test('an image is uploaded while the editor goes on writing, and then described', async ({ page }) => {
  const text = await openEditor(page)
  await page.keyboard.type('Before')
  await page.getByRole('button', { name: 'Image', exact: true }).click()
  await page.getByLabel('Upload a file').setInputFiles(PICTURE)
  const dialog = page.getByRole('dialog', { name: 'Describe the image' })
  await dialog.getByLabel('Alt text in English').fill('A small model')
  await dialog.getByLabel('Caption in English').fill('Smaller is "better"')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => markdownOf(text))
    .toMatch(
      /^Before\n\n!\[A small model\]\(\/storage\/v1\/object\/public\/article-images\/articles\/\d+-\w+\.webp "Smaller is \\"better\\""\)$/,
    )
  await expect(text.locator('.cm-image img')).toBeVisible()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(previewOf(page).getByRole('figure')).toContainText('Smaller is "better"')
})

test('a file that is no image is refused, and one that cannot be stored leaves the text as it was', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 4\d\d/)
  const text = await openEditor(page)
  await page.keyboard.type('Before')
  for (const [name, type, title] of [
    ['a.txt', 'text/plain', 'Invalid file type'],
    ['a.png', 'image/png', 'Upload failed'],
  ] as const) {
    await text.evaluate(
      (element, file) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['not an image'], file.name, { type: file.type }))
        const { left, top } = element.getBoundingClientRect()
        const place = { clientX: left + 40, clientY: top + 30, dataTransfer, bubbles: true, cancelable: true }
        element.dispatchEvent(new DragEvent('drop', place))
      },
      { name, type },
    )
    await expect(page.getByRole('alert').filter({ hasText: title })).toBeVisible()
    await expect(text.locator('.cm-upload')).toHaveCount(0)
  }
  await expect.poll(() => markdownOf(text)).toBe('Before')
})

test('the preview shows the text as readers will see it, where it is being written', async ({ page }) => {
  const text = await openEditor(page)
  const paragraphs = Array.from({ length: 80 }, (_, n) => `## Part ${n}\n\nA *paragraph* of part ${n}.`)
  await paste(text, { 'text/plain': paragraphs.join('\n\n') })
  await page.keyboard.press(`${MOD}+Alt+p`)
  const preview = previewOf(page)
  await expect(preview.getByRole('heading', { name: 'Part 79' })).toBeInViewport()
  await expect(preview.getByRole('heading', { name: 'Part 1', exact: true })).not.toBeInViewport()
  await preview.getByRole('heading', { name: 'Part 79' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(text).toBeFocused()
})

test('the editor fills the screen until Escape, and nothing else can be reached', async ({ page }) => {
  const text = await openEditor(page)
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.locator('[inert]').getByText('Back to Website').first()).toBeAttached()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await text.click()
  await page.keyboard.press('Escape')
  await expect(page.locator('[inert]')).toHaveCount(0)
})

test('text is found and replaced', async ({ page }) => {
  const text = await openEditor(page)
  await page.keyboard.type('one two one')
  await page.keyboard.press(`${MOD}+f`)
  await page.getByRole('textbox', { name: 'Find' }).fill('one')
  await page.getByRole('textbox', { name: 'Replace with' }).fill('three')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await expect.poll(() => markdownOf(text)).toBe('three two three')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Find' }).press('Escape')
  await expect(text).toBeFocused()
})

test('the editor is accessible with everything in it', async ({ page }) => {
  const text = await openEditor(page)
  await paste(text, {
    'text/plain':
      '## Heading\n\nA **bold**, *italic* ~~word~~ with `code` and a [link](https://example.org).\n\n> quote\n\n- [ ] task\n\n```ts\nconst a = 1\n```\n\n| a | b |\n|---|---|\n| c | d |\n\n<b>HTML</b> and שלום',
  })
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(previewOf(page).getByRole('table')).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Close the preview' }).click()
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Link' })).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
})

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
