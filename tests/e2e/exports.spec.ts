import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { addArticle, anArticle } from '../support/articles.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('an administrator takes everything along as a zip, with the subscribers only if asked', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  // A wrong password.
  expectConsoleError(/400/)
  await addArticle(
    publication.service,
    anArticle({ title: 'The chips', slug: 'the-chips', content: 'Of *chips*.' }),
  )
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/import')
  const ask = page
    .getByRole('region', { name: 'Export', exact: true })
    .getByRole('button', { name: 'Download an export' })
  await ask.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Download an export?' })
  await expect(dialog.getByLabel('With subscribers')).not.toBeChecked()
  await dialog.getByLabel('Your password').fill('a wrong password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The password is wrong.').first()).toBeVisible()
  expect(await findAccessibilityProblems(page), 'the dialog').toEqual([])
  await dialog.getByLabel('With subscribers').check()
  await dialog.getByLabel('Your password').fill(DESK_ADMIN.password)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('publication.zip')
  await expect(dialog).toHaveCount(0)
  await expect(ask).toBeFocused()
  const file = test.info().outputPath('publication.zip')
  await download.saveAs(file)
  const files = new Map<string, string>()
  const zip = await fromBufferPromise(await readFile(file), { lazyEntries: true })
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  expect(files.get('articles/en/the-chips.md')).toMatch(
    /^---\ntitle: "The chips"\n.*\n---\nOf \*chips\*\.\n$/s,
  )
  expect([...files.keys()]).toContain('subscribers.csv')
  await page.goto('/admin/audit')
  await expect(page.getByText('downloaded the publication with its subscribers')).toBeVisible()
})
