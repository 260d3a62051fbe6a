import { readFile } from 'node:fs/promises'
import { fromBufferPromise } from 'yauzl'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** An export as Ghost writes it. */
const GHOST = {
  db: [
    {
      meta: { version: '5.82.2' },
      data: {
        posts: [
          {
            id: '64f000000000000000000010',
            uuid: '00000000-0000-4000-8000-000000000010',
            slug: 'the-quay',
            title: 'Who owns the quay?',
            html: '<p>The <strong>town</strong> does.</p>',
            status: 'published',
            type: 'post',
            visibility: 'public',
            published_at: '2024-05-17T08:00:00.000Z',
            updated_at: '2024-05-18T08:00:00.000Z',
          },
        ],
      },
    },
  ],
}

test('a publication moves in with its addresses, and can be taken along again', async ({
  page,
  publication: _,
}) => {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/import')
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'harbour.ghost.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(GHOST)),
  })
  await page.getByRole('button', { name: 'Import 1 article' }).click()
  await expect(page.getByRole('heading', { name: 'What was imported', exact: true })).toBeFocused()
  expect(await findAccessibilityProblems(page)).toEqual([])
  const old = await page.request.get('/the-quay/', { maxRedirects: 0 })
  expect([old.status(), old.headers().location]).toEqual([301, '/article/the-quay'])
  await page.getByRole('link', { name: 'Read Who owns the quay?' }).click()
  await expect(page.getByText('The town does.')).toBeVisible()

  await page.goto('/admin/import')
  await page.getByRole('button', { name: 'Download an export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download an export?' })
  await dialog.getByLabel('Your password').fill(DESK_ADMIN.password)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('publication.zip')
  const zip = await fromBufferPromise(await readFile(await download.path()), { lazyEntries: true })
  const names: string[] = []
  for await (const { fileName } of zip.eachEntry()) names.push(fileName)
  expect(names).toContain('articles/en/the-quay.md')
  expect(names).not.toContain('subscribers.csv')
})
