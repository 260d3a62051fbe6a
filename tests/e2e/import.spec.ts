import { addArticle, anArticle } from '../support/articles.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

interface Post {
  slug: string
  title: string
  html: string
  status?: 'draft'
  tag?: string
}

const TAGS = ['Politics', 'Fishing']

/** An export as Ghost writes it, with a name for the file chooser. */
function ghostExport(posts: Post[], { padding = 0 } = {}) {
  const data = {
    posts: posts.map(({ slug, title, html, status = 'published' }, index) => ({
      id: `64f0000000000000000000${10 + index}`,
      uuid: `00000000-0000-4000-8000-0000000000${10 + index}`,
      ...{ slug, title, html, status, type: 'post', visibility: 'public' },
      published_at: status === 'draft' ? null : '2024-05-17T08:00:00.000Z',
      updated_at: '2024-05-18T08:00:00.000Z',
    })),
    tags: TAGS.map((name) => ({ id: name, name, slug: name.toLowerCase(), visibility: 'public' })),
    posts_tags: posts.flatMap(({ tag }, index) =>
      tag
        ? [{ id: `t${index}`, post_id: `64f0000000000000000000${10 + index}`, tag_id: tag, sort_order: 0 }]
        : [],
    ),
    users: [{ id: '1', name: 'Nora Berg', slug: 'nora' }],
    posts_authors: posts.map((_, index) => ({
      ...{ id: `a${index}`, author_id: '1', sort_order: 0 },
      post_id: `64f0000000000000000000${10 + index}`,
    })),
    settings: [{ id: 's', key: 'codeinjection_head', value: ' '.repeat(padding) }],
  }
  return {
    name: 'harbour.ghost.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ db: [{ meta: { version: '5.82.2' }, data }] })),
  }
}

const POSTS: Post[] = [
  {
    slug: 'the-quay',
    title: 'Who owns the quay?',
    html: '<p>The <strong>town</strong> does.</p>',
    tag: 'Politics',
  },
  {
    slug: 'herring',
    title: 'Herring is back',
    html: '<p>See <a href="/the-quay/">the quay</a>.</p>',
    tag: 'Fishing',
  },
  { slug: 'regatta', title: 'The regatta', html: '<p>Not yet written.</p>', status: 'draft' },
]

async function openImports(page: Page): Promise<void> {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/import')
  await expect(page.getByText('There is none yet.')).toBeVisible()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('an export is read, mapped, imported, read at its old address, and taken back', async ({
  page,
  publication,
}) => {
  await addArticle(publication.service, anArticle({ title: 'Herring is back', slug: 'herring' }))
  await openImports(page)
  await page.getByLabel('Choose a file').setInputFiles(ghostExport(POSTS))

  await expect(heading(page, 'Import of harbour.ghost.json')).toBeVisible()
  await expect(heading(page, 'What was found')).toBeFocused()
  const found = page.getByRole('region', { name: 'What was found' })
  await expect(found).toContainText('2 published, 1 draft')
  await expect(found).toContainText('Nora Berg')
  await page.getByText('Addresses that are taken: 1').click()
  await expect(page.getByText(/^herring is taken and becomes herring-/)).toBeVisible()
  await page.getByLabel('Section of Politics').selectOption({ label: 'Opinion' })
  await page.getByLabel('Section of all other articles').selectOption({ label: 'Technology' })
  expect(await findAccessibilityProblems(page), 'the plan').toEqual([])
  // What was chosen is still there.
  await page.reload()
  await expect(page.getByLabel('Section of Politics')).toHaveValue('opinion')

  await page.getByRole('button', { name: 'Import 3 articles' }).press('Enter')
  await expect(heading(page, 'What was imported')).toBeFocused()
  await expect(page.getByRole('region', { name: 'What was imported' })).toContainText('New articles3')
  expect(await findAccessibilityProblems(page), 'the report').toEqual([])

  const old = await page.request.get('/the-quay/', { maxRedirects: 0 })
  expect([old.status(), old.headers().location]).toEqual([301, '/article/the-quay'])
  await page.getByRole('link', { name: 'Read Who owns the quay?' }).click()
  await expect(heading(page, 'Who owns the quay?')).toBeVisible()
  await expect(page.getByText('The town does.')).toBeVisible()
  await page.goto('/opinion')
  await expect(page.getByRole('link', { name: 'Who owns the quay?' }).first()).toBeVisible()

  // What somebody has changed since stays.
  const { data } = await publication.service.from('articles').select('id').eq('slug', 'the-quay').single()
  await publication.service
    .from('articles')
    .update({ subtitle: 'Ours' })
    .eq('id', data?.id ?? '')
  await page.goto('/admin/import')
  await page.getByRole('link', { name: 'harbour.ghost.json' }).click()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' })
  await expect(dialog).toContainText('3 articles')
  await dialog.getByRole('button', { name: 'Undo this import' }).click()
  await expect(heading(page, 'The import was undone')).toBeVisible()
  await expect(page.getByText('2 articles were taken back.')).toBeVisible()
  await expect(page.getByText('1 article was changed here since, and stays.')).toBeVisible()
  expect((await page.request.get('/article/herring')).status(), 'what was here before').toBe(200)
  expect((await page.request.get('/article/the-quay')).status()).toBe(200)
  expect((await page.request.get('/herring/', { maxRedirects: 0 })).status()).toBe(404)

  await page.getByRole('button', { name: 'Remove this import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove this import' }).click()
  await expectToast(page, 'The import was removed.')
  await expect(page.getByText('There is none yet.')).toBeVisible()
})

test('an upload that broke off goes on after a reload, with what is missing', async ({
  page,
  publication: _,
  expectConsoleError,
}) => {
  // The parts that do not arrive.
  expectConsoleError(/ERR_FAILED|ERR_CONNECTION_REFUSED/)
  const parts: string[] = []
  page.on('request', (request) => {
    const [, part] = /\/imports\/[\w-]{36}\/(\d+)$/.exec(request.url()) ?? []
    if (part && request.method() === 'POST') parts.push(part)
  })
  let isAway = true
  await page.route(/\/imports\/[\w-]{36}\/1$/, (route) =>
    isAway ? route.abort('connectionrefused') : route.continue(),
  )
  await openImports(page)
  const file = ghostExport(POSTS, { padding: 9 * 1024 * 1024 })
  await page.getByLabel('Choose a file').setInputFiles(file)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText(/^Stopped at/)).toBeVisible()
  await page.getByRole('button', { name: 'Go On' }).click()
  await expect.poll(() => parts.includes('1')).toBe(true)
  await page.reload()

  isAway = false
  parts.length = 0
  const again = page.getByLabel('Choose the Same File')
  await again.setInputFiles({ ...file, buffer: Buffer.from('another file') })
  await expect(page.getByText('This is another file.').first()).toBeVisible()
  expect(await findAccessibilityProblems(page), 'the upload').toEqual([])
  await again.setInputFiles(file)
  await expect(heading(page, 'What was found')).toBeFocused()
  expect(parts).toEqual(['1'])
})

test('a file that is no export fails with a sentence, and can be removed', async ({
  page,
  publication: _,
}) => {
  await openImports(page)
  const choose = page.getByLabel('Choose a file')
  await choose.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await expect(page.getByText('This is no file that can be imported.').first()).toBeVisible()
  await choose.setInputFiles({
    name: 'list.json',
    mimeType: 'application/json',
    buffer: Buffer.from('["nothing", "of", "it"]'),
  })
  await expect(heading(page, 'The import has failed')).toBeFocused()
  await expect(page.getByText(/none of the formats that can be imported/)).toBeVisible()
  expect(await findAccessibilityProblems(page), 'the failure').toEqual([])
  await page.getByRole('button', { name: 'Remove this import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove this import' }).click()
  await expect(page.getByText('There is none yet.')).toBeVisible()
})
