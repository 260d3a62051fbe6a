import { storeArticle } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } })

const block = (page: Page, position: number) => page.locator(`[data-block="${position}"]`)
const field = (page: Page, position: number) => block(page, position).getByRole('textbox').first()

test('without a model a person translates from nothing to published', async ({ page, publication }) => {
  const original = await storeArticle(publication.service, {
    slug: 'the-harbour-opens',
    title: 'The harbour opens',
    content: 'The **harbour** opens.\n\nShips come and go.\n',
  })
  await signIn(page, DESK_ADMIN)
  await page.goto(`/admin/translations/${original.id}/de?byHand`)
  await expect(page.getByText('There is no German translation yet.')).toBeVisible()
  await expect(block(page, 2).locator('[title=Bold]').first()).toBeVisible()
  await field(page, 0).fill('Der Hafen öffnet')
  await page.keyboard.press('Control+s')
  await expectToast(page, /What you wrote is remembered. 3 blocks are still to be written/)
  await page.reload()
  await expect(field(page, 0)).toHaveValue('Der Hafen öffnet')
  await field(page, 1).fill('Eine Fabrik, die niemand erwartet hat.')
  await field(page, 2).fill('Der <b1>Hafen</b1> öffnet.')
  await field(page, 3).fill('7 Schiffe kommen und gehen.')
  await expect(block(page, 3)).toContainText('The translation says “7”, and the original does not.')
  await block(page, 3).getByLabel('Keep it as it is').check()
  await page.getByRole('button', { name: 'Approve all' }).click()
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expectToast(page, /Readers have this text now/)
  await page.goto('/article/der-hafen-offnet?lang=de')
  await expect(page.getByRole('heading', { level: 1, name: 'Der Hafen öffnet' })).toBeVisible()
  await expect(page.getByText('7 Schiffe kommen und gehen.')).toBeVisible()
  await expect(page.getByRole('strong').or(page.locator('strong')).getByText('Hafen')).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
})
