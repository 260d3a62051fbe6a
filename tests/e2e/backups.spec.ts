import { rm, writeFile } from 'node:fs/promises'
import { runMain, runScript, temporaryDataDir } from '../process/run-main.ts'
import { addArticle, anArticle } from '../support/articles.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { openDesk, signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const PASSPHRASE = 'a passphrase of journeys'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function openBackups(page: Page): Promise<void> {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/backups')
  await expect(section(page, 'Last backup')).toBeVisible()
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function backUpNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Back up now' }).click()
}

test.describe('with a passphrase', () => {
  test.use({ environment: { BACKUP_PASSPHRASE: PASSPHRASE } })

  test('a backup is made on the desk, downloaded with the password, and restored, where nothing goes on before it may', async ({
    page,
    publication,
    expectConsoleError,
  }) => {
    // A wrong password, and the restored site, which ends while its page is open.
    expectConsoleError(/400|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket/)
    await addArticle(publication.service, anArticle({ title: 'The chips', slug: 'the-chips' }))
    await openBackups(page)
    await expect(section(page, 'Last backup')).toContainText('has not made a backup yet')
    await page.getByRole('button', { name: 'Back up now' }).press('Enter')
    await expect(section(page, 'Last backup')).toContainText(/now|ago/)
    await expect(page.getByRole('status').filter({ hasText: 'The backup is made.' })).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Back up now' })).toBeFocused()
    await expect(section(page, 'Last backup')).toContainText('Verified')
    await expect(section(page, 'Last backup')).toContainText('Encrypted')
    const kept = section(page, 'Kept backups').getByRole('listitem')
    await expect(kept).toHaveCount(1)
    await expect(kept).toContainText(`Asked for by ${DESK_ADMIN.email}`)
    expect(await findAccessibilityProblems(page), 'the page').toEqual([])

    const ask = kept.getByRole('button', { name: /^Download the backup of/ })
    const dialog = page.getByRole('dialog', { name: 'Download this backup?' })
    await ask.press('Enter')
    await expect(dialog.getByLabel('Your password')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(ask).toBeFocused()
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Your password').fill('a wrong password')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('The password is wrong.').first()).toBeVisible()
    expect(await findAccessibilityProblems(page), 'the dialog').toEqual([])
    await dialog.getByLabel('Your password').fill(DESK_ADMIN.password)
    const downloading = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/\.backup$/)
    await expect(dialog).toHaveCount(0)
    await expect(ask).toBeFocused()
    await page.goto('/admin/audit')
    await expect(page.getByText('downloaded the backup')).toBeVisible()

    const dataDir = temporaryDataDir()
    const file = test.info().outputPath('site.backup')
    await download.saveAs(file)
    const environment = { DATA_DIR: dataDir.path, BACKUP_PASSPHRASE: PASSPHRASE }
    const restoring = runScript('restore', [file], environment)
    expect(await restoring.ended, restoring.output()).toBe(0)
    const site = runMain({ ...environment, PORT: '0' })
    try {
      const url = await site.address()
      await page.goto(`${url}/admin`)
      await page.getByLabel('Email').fill(DESK_ADMIN.email)
      await page.getByLabel('Password').fill(DESK_ADMIN.password)
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByRole('heading', { name: 'The chips' })).toBeVisible()
      const goOn = page.getByRole('button', { name: 'Let it go on' })
      await expect(goOn).toBeVisible()
      expect(await findAccessibilityProblems(page), 'the restored dashboard').toEqual([])
      await goOn.click()
      await expect(goOn).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('heading', { name: 'The chips' })).toBeVisible()
      await expect(goOn).toHaveCount(0)
      // The files of the other site are not those of this one.
      await page.goto(`${url}/admin/backups`)
      await expect(section(page, 'Last backup')).toContainText('has not made a backup yet')
    } finally {
      await site.stop()
      await dataDir.remove()
    }
  })
})

test.describe('where the folder cannot be made', () => {
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
    environment: async ({}, use, info) => use({ BACKUP_DIR: info.outputPath('backups') }),
  })

  test('a failed backup waits on the dashboard and is mailed until there is a good one, and the daily one is chosen', async ({
    page,
  }) => {
    // A file is in its place.
    const folder = test.info().outputPath('backups')
    await writeFile(folder, '')
    await openDesk(page, DESK_ADMIN)
    const waiting = page.getByRole('region', { name: 'Waiting for you' })
    await waiting.getByRole('link', { name: 'Nobody has decided when backups are made' }).click()
    await expect(page).toHaveURL('/admin/backups#schedule')
    const form = page.getByRole('form', { name: 'Daily backup' })
    await form.getByLabel('At').fill('04:15')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'The daily backup was saved.')
    await expect(form).toContainText('The next one is made on')

    await backUpNow(page)
    await expect(page.getByText('A backup has failed').first()).toBeVisible()
    await expect(page.getByText('A part of the path is not a folder').first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'A backup has failed' })).toHaveCount(1)
    expect(await findAccessibilityProblems(page), 'a failed backup').toEqual([])
    await page.goto('/admin/dashboard')
    await expect(waiting.getByRole('link', { name: 'Nobody has decided when backups are made' })).toHaveCount(
      0,
    )
    await expect(waiting.getByRole('link', { name: 'A backup has failed' })).toHaveAttribute(
      'href',
      '/admin/backups',
    )
    await page.goto('/admin/outbox')
    await expect(page.getByText('A backup has failed (AI Watch)')).toBeVisible()

    await rm(folder)
    await page.goto('/admin/backups')
    await expect(page.getByText('A backup has failed')).toBeVisible()
    await backUpNow(page)
    await expect(section(page, 'Last backup')).toContainText(/now|ago/)
    await expect(page.getByText('A backup has failed')).toHaveCount(0)
  })
})
