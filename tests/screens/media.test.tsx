import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ListedFile } from '#core/data/media-files.ts'
import { expectAddress } from './support/address.ts'
import { PASSWORD } from './support/auth.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { addPicture, aPicture, dropFiles, paintFile, storeUpload } from './support/pictures.ts'
import { expectToast } from './support/toasts.ts'

const images = page.getByRole('region', { name: 'Images' }).getByRole('listitem')
const area = page.getByRole('region', { name: 'Upload' })
const search = page.getByLabelText('Search names, texts and credits')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dismiss = area.getByRole('button', { name: 'Dismiss' })
const again = area.getByRole('button', { name: 'Try again' })
const browse = (...files: File[]) => userEvent.upload(page.getByLabelText('Upload images'), files)

/** The library with these pictures, which stores what is uploaded. */
async function openLibrary(...pictures: ListedFile[]) {
  const screen = await openScreen('/admin')
  for (const picture of pictures) addPicture(screen, picture)
  screen.answers.respond = (request) => storeUpload(screen, request)
  await screen.go('/admin/media')
  await expect.element(page.getByRole('heading', { name: 'Media', level: 1 })).toBeVisible()
  return screen
}

const GREEN = aPicture('green.png', { uploaded_at: '2026-11-22T09:00:00+00:00' })
const BLUE = aPicture('blue.png', { uploaded_at: '2026-11-21T09:00:00+00:00' })
const USED = aPicture('field.png', {
  alts: { en: 'A green <b>field</b>', de: 'Ein grünes Feld' },
  described: true,
  use: 'now',
  in_articles: 1,
})

test('pictures are uploaded from a folder and by dropping them', async () => {
  await openLibrary()
  await expect.element(page.getByText('No images yet')).toBeVisible()
  expect(await findProblems()).toEqual([])
  await browse(await paintFile('red.png', '#c33'), await paintFile('blue.png', '#33c'))
  await expectToast('Image has been uploaded successfully')
  await expect.element(images).toHaveLength(2)
  dropFiles(area, await paintFile('green.png'))
  await expect.element(images).toHaveLength(3)
  await expect.element(images.first()).toMatchTextContent(/No alt text/)
  expect(await findProblems()).toEqual([])
})

test('a picture is described and gets its focal point with the keyboard alone', async () => {
  const screen = await openLibrary(BLUE, GREEN)
  screen.answers.respond = async (request) => {
    const point = request.method === 'PATCH' && (await request.json())
    const row = screen.tables.media_files?.find(({ id }) => request.url.includes(String(id)))
    // Moving the focal point is not a save, of which the database keeps the time.
    return point && 'focus_x' in point ? json([Object.assign(row ?? {}, point)]) : undefined
  }
  await expect.element(images).toHaveLength(2)
  ;(images.first().getByRole('link').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveFocus()
  ;(page.getByRole('button', { name: /Focal point/ }).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}{Shift>}{ArrowUp}{/Shift}')
  await expect
    .element(page.getByRole('button', { name: 'Focal point: 45% from the left, 49% from the top' }))
    .toBeInTheDocument()
  await page.getByLabelText('Alt text in English').fill('A green <b>field</b>')
  await page.getByText(/5 other languages/).click()
  await page.getByLabelText('Alt text in German').fill('Ein grünes Feld')
  await page.getByLabelText('Credit', { exact: true }).fill('Nora Nordhaven')
  await page.getByLabelText('Licence', { exact: true }).fill('CC BY 4.0')
  const address = page.getByLabelText('Address of the licence')
  await address.fill('javascript:alert(1)')
  await button('Save').click()
  await expect
    .element(page.getByText('Must be an address that begins with https:// or http://').first())
    .toBeVisible()
  expect(await findProblems()).toEqual([])
  await address.fill('https://creativecommons.org/licenses/by/4.0/')
  await button('Save').click()
  await expectToast('Saved with the picture in the library.')
  // The focal point is stored after a pause.
  const stored = () => screen.tables.media_files?.find(({ id }) => id === GREEN.id)
  await expect.poll(stored).toMatchObject({
    alts: { en: 'A green <b>field</b>', de: 'Ein grünes Feld' },
    credit: 'Nora Nordhaven',
    licence: 'CC BY 4.0',
    focus_x: 45,
    focus_y: 49,
  })
  await page.getByRole('link', { name: 'All images' }).click()
  await expect.poll(() => document.activeElement?.getAttribute('data-media')).toBe(GREEN.id)
})

test('pictures are found by their words and by whether they are used', async () => {
  await openLibrary(USED, BLUE, GREEN)
  await search.fill('grünes')
  await expect.element(images).toHaveLength(1)
  await expectAddress(`/admin/media?q=${encodeURIComponent('grünes')}`)
  await expect.element(images).toMatchTextContent(/A green <b>field<\/b>/)
  await expect.element(images).toMatchTextContent(/in 1 article/)
  await search.fill('blue.png')
  await expect.element(images.filter({ hasText: 'blue.png' })).toBeVisible()
  await expect.element(images).toHaveLength(1)
  await search.fill('')
  await expect.element(images).toHaveLength(3)
  await page.getByLabelText('Used', { exact: true }).selectOptions('Nowhere')
  await expectAddress('/admin/media?use=none')
  await expect.element(images).toHaveLength(2)
})

test('several pictures are deleted at once, and what shows them is said before', async () => {
  const screen = await openLibrary(USED, BLUE, GREEN)
  let hasEnded = false
  screen.answers.respond = async (request) => {
    if (request.url.includes('/auth/v1/token')) hasEnded = false
    if (request.method !== 'DELETE' || !request.url.includes('/storage/')) return undefined
    // A session that has ended sees no files, so that none is removed.
    if (hasEnded) return json([])
    const { prefixes } = await request.json()
    for (const rows of [screen.tables.media_files, screen.tables.media_library])
      rows?.splice(0, rows.length, ...rows.filter(({ name }) => !prefixes.includes(name)))
    return json(prefixes.map((name: string) => ({ name })))
  }
  const all = page.getByLabelText('Select all on this page')
  await all.click()
  await button('Delete 3 images').click()
  const dialog = page.getByRole('dialog', { name: 'Delete 3 Images' })
  await expect.element(dialog).toMatchTextContent(/1 image is in use\. It will be missing there:/)
  await expect.element(dialog).toMatchTextContent(/In 1 published article/)
  expect(await findProblems()).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await page.getByLabelText('Select A green <b>field</b>').click()
  await button('Delete 2 images').click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/Nothing uses these images\./)
  screen.endSession()
  hasEnded = true
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 images' }).click()
  const renewal = page.getByRole('dialog', { name: 'Please sign in again' })
  await renewal.getByLabelText('Password').fill(PASSWORD)
  await renewal.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectToast('2 images deleted successfully')
  await expect.element(images).toHaveLength(1)
})

test('a file that cannot be uploaded is named with the reason, and nothing else is lost', async () => {
  const screen = await openLibrary()
  await browse(new File(['no picture'], 'notes.txt', { type: 'text/plain' }))
  await expect.element(area).toMatchTextContent(/Please select an image file/)
  await expectToast('Invalid file type')
  await dismiss.click()
  await browse(new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'huge.png', { type: 'image/png' }))
  await expectToast('File too large')
  await expect.element(area).toMatchTextContent(/Please select an image smaller than 5MB/)
  await dismiss.click()

  const refused = {
    statusCode: '415',
    error: 'invalid_mime_type',
    message: 'No picture',
    code: 'InvalidMimeType',
  }
  screen.answers.respond = ({ url }) => (url.includes('/storage/') ? json(refused, 400) : undefined)
  await browse(new File(['<svg/>'], 'drawing.svg', { type: 'image/svg+xml' }))
  await expect.element(area).toMatchTextContent(/drawing\.svg: This file cannot be shown as a picture/)
  await expect.element(again).not.toBeInTheDocument()
  await dismiss.click()

  // The line breaks in the middle, and comes back.
  screen.answers.respond = ({ url }) => {
    if (url.includes('/storage/')) throw new TypeError('Failed to fetch')
    return undefined
  }
  await browse(await paintFile('red.png'), await paintFile('blue.png'))
  await expect.element(area).toMatchTextContent(/red\.png: The server cannot be reached right now\./)
  await expect.element(area).toMatchTextContent(/1 more image is waiting\./)
  screen.answers.respond = (request) => storeUpload(screen, request)
  await again.click()
  await expect.element(images).toHaveLength(2)
})

test('a busy server is asked again when it says so, and the page says when', async () => {
  const screen = await openLibrary()
  const waits = ['2', '240']
  screen.answers.respond = (request) => {
    const [wait] = waits
    if (!wait || !request.url.includes('/storage/')) return storeUpload(screen, request)
    const busy = { statusCode: '429', error: 'SlowDown', message: 'Too many uploads.', code: 'SlowDown' }
    return json(busy, 429, { 'retry-after': wait })
  }
  await browse(await paintFile('red.png'))
  await expect.element(area).toMatchTextContent(/The server is busy\. red\.png is sent again in 2 seconds\./)
  waits.shift()
  await expect
    .element(area)
    .toMatchTextContent(/red\.png: Too many attempts\. Please try again in 4 minutes\./)
  waits.shift()
  await again.click()
  await expect.element(images).toHaveLength(1)
})

test('a session that ends before an upload is renewed over the page, and the file goes on', async () => {
  const screen = await openLibrary()
  await expect.element(page.getByText('No images yet')).toBeVisible()
  let hasEnded = true
  screen.answers.respond = (request) => {
    if (request.url.includes('/auth/v1/token')) hasEnded = false
    if (hasEnded && request.url.endsWith('/rpc/list_my_sessions')) return json([])
    if (hasEnded && request.url.includes('/storage/'))
      return json(
        { statusCode: '403', error: 'Unauthorized', message: 'Not allowed', code: 'AccessDenied' },
        400,
      )
    return storeUpload(screen, request)
  }
  await browse(await paintFile('red.png'))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.element(images).toHaveLength(1)
})
