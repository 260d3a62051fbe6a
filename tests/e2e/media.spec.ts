import type { Locator } from '@playwright/test'
import { addArticle, anArticle } from '../support/articles.ts'
import { paintImage } from '../support/images.ts'
import { DESK_ADMIN, endEverySession, withoutLiveUpdates } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

interface Picture {
  name: string
  mimeType: string
  buffer: Buffer
}

const picture = async (name: string, colour: string): Promise<Picture> => ({
  name,
  mimeType: 'image/png',
  buffer: await paintImage('png', { width: 800, height: 450, colour }),
})

async function openLibrary(page: Page) {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/media')
  await expect(page.getByRole('heading', { name: 'Media', level: 1 })).toBeVisible()
}

async function browse(page: Page, files: Picture[]) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload images' }).click()
  await (await chooser).setFiles(files)
}

/** Drops files on an element, as from a folder. */
async function drop(page: Page, target: Locator, files: Picture[]) {
  const transfer = await page.evaluateHandle(
    (given) => {
      const data = new DataTransfer()
      for (const { name, mimeType, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        data.items.add(new File([bytes], name, { type: mimeType }))
      }
      return data
    },
    files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64') })),
  )
  await target.dispatchEvent('drop', { dataTransfer: transfer })
}

const images = (page: Page) => page.getByRole('region', { name: 'Images' }).getByRole('listitem')
const area = (page: Page) => page.getByRole('region', { name: 'Upload' })

test('pictures are uploaded, described, found, used and deleted', async ({ page, publication }) => {
  await openLibrary(page)
  await expect(page.getByText('No images yet')).toBeVisible()
  expect(await findAccessibilityProblems(page), 'an empty library').toEqual([])

  await browse(page, [await picture('red.png', '#c33'), await picture('blue.png', '#33c')])
  await expectToast(page, 'Image has been uploaded successfully')
  await expect(images(page)).toHaveCount(2)
  await drop(page, area(page), [await picture('green.png', '#3c3')])
  await expect(images(page)).toHaveCount(3)
  await expect(images(page).first()).toContainText('No alt text')
  expect(await findAccessibilityProblems(page), 'a library').toEqual([])

  // One of them is described, with the keyboard alone.
  await images(page).first().getByRole('link').press('Enter')
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
  const address = new URL(page.url())
  const point = page.getByRole('button', { name: /Focal point/ })
  await point.press('ArrowLeft')
  await point.press('Shift+ArrowUp')
  await expect(
    page.getByRole('button', { name: 'Focal point: 45% from the left, 49% from the top' }),
  ).toBeVisible()
  await expect
    .poll(async () => (await publication.service.from('audit_log').select('did').throwOnError()).data)
    .toContainEqual({ did: 'moved the focal point of the picture “green.png”' })
  await page.getByLabel('Alt text in English').fill('A green <b>field</b>')
  await page.getByText('5 other languages').press('Enter')
  await page.getByLabel('Alt text in German').fill('Ein grünes Feld')
  await page.getByLabel('Credit', { exact: true }).fill('Nora Nordhaven')
  await page.getByLabel('Licence', { exact: true }).fill('CC BY 4.0')
  await page.getByLabel('Address of the licence').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText('Must be an address that begins with https:// or http://').first(),
  ).toBeVisible()
  expect(await findAccessibilityProblems(page), 'a picture').toEqual([])
  await page.getByLabel('Address of the licence').fill('https://creativecommons.org/licenses/by/4.0/')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved with the picture in the library.')

  const { data } = await publication.service
    .from('media_files')
    .select('name, alts, original_name, focus_x, focus_y')
    .eq('id', address.searchParams.get('open') ?? '')
    .single()
    .throwOnError()
  expect(data).toMatchObject({
    alts: { en: 'A green <b>field</b>', de: 'Ein grünes Feld' },
    original_name: 'green.png',
    focus_x: 45,
    focus_y: 49,
  })

  // Readers see it in an article, and the library sees the article.
  const hero_image = `/storage/v1/object/public/article-images/${data.name}`
  const article = await addArticle(publication.service, anArticle({ hero_image }))
  await page.getByRole('link', { name: 'All images' }).click()
  await expect(page.locator('[data-media]').first()).toBeFocused()
  await page.getByLabel('Search names, texts and credits').fill('grünes')
  await expect(page).toHaveURL(/\?q=gr/)
  await expect(images(page)).toHaveCount(1)
  await expect(images(page)).toContainText('A green <b>field</b>')
  await page.getByLabel('Search names, texts and credits').fill('blue.png')
  await expect(images(page)).toHaveCount(1)
  await expect(images(page)).toContainText('blue.png')
  await page.getByLabel('Search names, texts and credits').fill('')
  await expect(images(page)).toHaveCount(3)
  await page.getByLabel('Used', { exact: true }).selectOption('Nowhere')
  await expect(page).toHaveURL('/admin/media?use=none')
  await expect(images(page)).toHaveCount(2)
  await page.goBack()
  await page.reload()
  await expect(images(page).first()).toContainText('in 1 article')

  // Several are deleted at once, and what shows them is said before.
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Delete 3 images' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 3 Images' })
  await expect(dialog).toContainText('1 image is in use. It will be missing there:')
  await expect(dialog).toContainText('In 1 published article')
  expect(await findAccessibilityProblems(page), 'a question').toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  // The check hides the page behind a dialog.
  await page.reload()
  await page.getByLabel('Select all on this page').check()
  await page.getByLabel('Select A green <b>field</b>').uncheck()
  await page.getByRole('button', { name: 'Delete 2 images' }).click()
  await expect(page.getByRole('dialog')).toContainText('Nothing uses these images.')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 images' }).click()
  await expectToast(page, '2 images deleted successfully')
  await expect(images(page)).toHaveCount(1)

  await page.goto(`/article/${article.slug}`)
  await expect(page.getByAltText('A green <b>field</b>')).toHaveCSS('object-position', '45% 49%')
  await expect(page.getByText('Image: Nora Nordhaven')).toBeVisible()
  await expect(page.getByRole('link', { name: 'CC BY 4.0' })).toHaveAttribute('rel', /license/)
})

test('a file that cannot be uploaded is named with the reason, and nothing else is lost', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400|ERR_FAILED|ERR_CONNECTION|Failed to load/)
  await openLibrary(page)
  await browse(page, [{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }])
  await expect(
    page.getByRole('alert').filter({ hasText: 'Please select an image file' }).first(),
  ).toBeVisible()
  await expect(page.getByText('Invalid file type').first()).toBeVisible()
  await area(page).getByRole('button', { name: 'Dismiss' }).click()

  await browse(page, [{ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }])
  await expect(page.getByText('File too large').first()).toBeVisible()
  await expect(area(page)).toContainText('Please select an image smaller than 5MB')
  await area(page).getByRole('button', { name: 'Dismiss' }).click()

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await browse(page, [{ name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: svg }])
  await expect(area(page)).toContainText('drawing.svg: This file cannot be shown as a picture')
  await expect(area(page).getByRole('button', { name: 'Try again' })).toBeHidden()
  await area(page).getByRole('button', { name: 'Dismiss' }).click()

  // The line breaks in the middle, and comes back.
  await page.route('**/storage/v1/object/**', (route) => route.abort())
  await browse(page, [await picture('red.png', '#c33'), await picture('blue.png', '#33c')])
  await expect(area(page)).toContainText('red.png: The server cannot be reached right now.')
  await expect(area(page)).toContainText('1 more image is waiting.')
  await page.unroute('**/storage/v1/object/**')
  await area(page).getByRole('button', { name: 'Try again' }).click()
  await expect(images(page)).toHaveCount(2)
})

test('a busy server is asked again when it says so, and the page says when', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 429/)
  await openLibrary(page)
  const waits = ['4', '240']
  await page.route('**/storage/v1/object/**', async (route) => {
    const wait = waits[0]
    if (!wait) return route.fallback()
    await route.fulfill({
      status: 429,
      headers: { 'retry-after': wait },
      json: { statusCode: '429', error: 'SlowDown', message: 'Too many uploads.', code: 'SlowDown' },
    })
  })
  await browse(page, [await picture('red.png', '#c33')])
  await expect(area(page)).toContainText('The server is busy. red.png is sent again in 4 seconds.')
  waits.shift()
  await expect(area(page)).toContainText('red.png: Too many attempts. Please try again in 4 minutes.')
  waits.shift()
  await area(page).getByRole('button', { name: 'Try again' }).click()
  await expect(images(page)).toHaveCount(1)
})

test('a session that ends before an upload is renewed over the page, and the file goes on', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 40[0-9]/)
  await withoutLiveUpdates(page)
  await openLibrary(page)
  await expect(page.getByText('No images yet')).toBeVisible()
  await endEverySession(publication)
  await browse(page, [await picture('red.png', '#c33')])
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password').fill(DESK_ADMIN.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(images(page)).toHaveCount(1)
})
