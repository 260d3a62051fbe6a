import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openTab, storeArticle } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test as base } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { storeSourcedArticle } from './support/sourced-articles.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const AGREED =
  'Ministers of eleven countries agreed on Thursday in Tarn that every text which a model has written must name who answers for it.'
const FOG = 'The harbour of Brel stays closed for two days, because fog has made its lights invisible.'

/** A server with a page that names two feeds, a feed with two stories, and their pages. */
async function startOutlet(): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}`
    const item = (path: string, title: string, text: string) =>
      `<item><title>${title}</title><link>${url}${path}</link><guid>${url}${path}</guid>` +
      `<description>${text}</description><pubDate>${new Date().toUTCString()}</pubDate></item>`
    const page = (title: string, text: string) =>
      `<!doctype html><html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1>` +
      `<p>${text}</p><p>${'It was decided after nine hours, and every country has signed. '.repeat(8)}</p></article></body></html>`
    const pages = new Map([
      [
        '/',
        [
          'text/html',
          `<html><head><title>The Harbour</title>${link('/feed')}${link('/other')}</head></html>`,
        ],
      ],
      [
        '/feed',
        [
          'application/rss+xml',
          `<?xml version="1.0"?><rss version="2.0"><channel><title>The Harbour</title><link>${url}</link><language>en</language>` +
            `${item('/rules', 'Ministers agree on rules for models', AGREED)}${item('/fog', 'Harbour of Brel closed', FOG)}</channel></rss>`,
        ],
      ],
      ['/rules', ['text/html', page('Ministers agree on rules for models', AGREED)]],
      ['/fog', ['text/html', page('Harbour of Brel closed', FOG)]],
    ])
    const [type, body] = pages.get(request.url ?? '') ?? []
    response.writeHead(body ? 200 : 404, { 'content-type': type ?? 'text/plain' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

const link = (href: string) =>
  `<link rel="alternate" type="application/rss+xml" title="Feed ${href}" href="${href}">`

const test = base.extend<{ outlet: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  outlet: async ({}, use) => {
    const { url, server } = await startOutlet()
    await use(url)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
})
// Without motion, because axe would measure colours in the middle of a transition.
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  environment: { NEWSROOM_ALLOW_PRIVATE: '1' },
})

const story = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true })
const source = (page: Page, title: string) => page.getByRole('checkbox', { name: `“${title}”` })

test('a feed brings stories, which are followed, hidden and read, and one is begun by hand', async ({
  page,
  outlet,
}) => {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/newsroom')
  await expect(page.getByText('Nothing has come in yet')).toBeVisible()
  await expect(page.getByText('No language model is set up.')).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])

  await page.getByRole('main').getByRole('link', { name: 'Add a feed' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a feed' })
  await dialog.getByLabel('Address').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('This is no address that can be read.').first()).toBeVisible()
  await dialog.getByLabel('Address').fill(outlet)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('This page names 2 feeds.')).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add: Feed /feed' }).click()
  await expect(dialog.getByRole('button', { name: 'Added: Feed /feed' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.goto('/admin/newsroom/feeds')
  await expect(page.getByText('2 items')).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: /^Pause/ }).click()
  await expect(page.getByRole('list', { name: 'Feeds' }).getByText('Paused')).toBeVisible()
  await page.getByRole('button', { name: /^Rename/ }).click()
  await page.getByRole('textbox', { name: 'Outlet' }).fill('Harbour Post')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByText('Harbour Post', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Stories' }).click()
  await story(page, 'Harbour of Brel closed').focus()
  await page.keyboard.press('h')
  await expect(story(page, 'Harbour of Brel closed')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(story(page, 'Harbour of Brel closed')).toBeVisible()
  await story(page, 'Ministers agree on rules for models').focus()
  await page.keyboard.press('f')
  await expect(page.getByRole('list', { name: 'Stories' }).getByText('Followed')).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])

  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Read/ }).click()
  await expect(page.getByText(AGREED).last()).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Read/ })).toBeFocused()

  await page.getByRole('button', { name: 'Write it yourself' }).click()
  await expect(page.getByText('Tick at least one source that has a text.').first()).toBeVisible()
  await source(page, 'Ministers agree on rules for models').check()
  await page.getByRole('button', { name: 'Write it yourself' }).click()
  await expect(page).toHaveURL(/\/admin\/articles\/edit\/draft-/)
  await page.goto('/admin/newsroom')
  await story(page, 'Ministers agree on rules for models').click()
  await expect(page.getByRole('link', { name: 'Untitled draft' })).toBeVisible()
})

test('an address and a text stand in one story after they were put together, and apart again', async ({
  page,
  outlet,
}) => {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/newsroom?add=address')
  await page.getByRole('textbox', { name: 'Address' }).fill(`${outlet}/fog`)
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('heading', { name: 'Harbour of Brel closed' })).toBeVisible()

  await page.goto('/admin/newsroom/feeds?add=text')
  const dialog = page.getByRole('dialog', { name: 'Paste a text' })
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('Write a title by which it is known.').first()).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await dialog.getByLabel('Title').fill('Statement of the council')
  await dialog.getByLabel('From').fill('Council of Tarn')
  await dialog
    .getByLabel('Text', { exact: true })
    .fill('The council of Tarn will vote on the budget in April.')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('heading', { name: 'Statement of the council' })).toBeVisible()

  await page.getByRole('button', { name: 'Merge…' }).click()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Merge into: Harbour of Brel closed' }).click()
  await expectToast(page, 'Both stories are one now.')
  await expect(source(page, 'Harbour of Brel closed')).toBeVisible()
  await source(page, 'Statement of the council').check()
  await page.getByRole('button', { name: 'Split off' }).click()
  await expect(page.getByRole('heading', { name: 'Statement of the council' })).toBeVisible()
  await expect(source(page, 'Harbour of Brel closed')).toHaveCount(0)
})

test.describe('without it', () => {
  test.use({ environment: { NEWSROOM: 'off' } })

  test('the desk has no newsroom', async ({ page }) => {
    await signIn(page, DESK_ADMIN)
    await page.goto('/admin/newsroom')
    await expect(page.getByText('The newsroom is switched off on this site.')).toBeVisible()
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Newsroom' })).toHaveCount(0)
  })

  test('no article begins to cite sources, and one that cites some goes on being compared', async ({
    page,
    publication,
  }) => {
    await storeArticle(publication.service, { slug: 'plain', published: false })
    await storeSourcedArticle(publication, {
      slug: 'sourced',
      sources: [{ outlet: 'The Harbour', title: 'Fog', sentences: [FOG] }],
      sentences: [{ text: 'The harbour is open.', cites: ['1.1'] }],
    })
    await signIn(page, DESK_ADMIN)
    await page.goto('/admin/articles/edit/plain')
    await openTab(page, 'Details')
    await expect(page.getByLabel('Slug')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cite sources' })).toHaveCount(0)
    await page.goto('/admin/articles/edit/sourced')
    await expect(page.getByRole('region', { name: 'Sources', exact: true })).toContainText('The Harbour')
    await expect(page.getByText('Add a source')).toHaveCount(0)
    await page.getByText('The harbour is open.').click()
    await expect(page.getByRole('region', { name: 'This sentence' })).toContainText('The harbour is open.')
  })
})
