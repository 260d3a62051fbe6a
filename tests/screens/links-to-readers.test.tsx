import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { anArticleRow, openWithArticles } from './support/articles.ts'
import { openScreen } from './support/open-screen.tsx'

const expectDocument = (path: string) =>
  expect.element(page.getByRole('heading', { name: `Elsewhere: ${path}` })).toBeVisible()

test('a published article in a list leads to the document that readers see', async () => {
  await openWithArticles('/admin/articles', [anArticleRow()])
  await page.getByRole('link', { name: 'View Chips from Vienna' }).click()
  await expectDocument('/article/chips-from-vienna')
})

test('the menu leads to the document of the home page', async () => {
  await openScreen('/admin/account')
  await page.getByRole('link', { name: 'Back to Website' }).click()
  await expectDocument('/')
})

test('the command bar leads to the document of the home page', async () => {
  await openScreen('/admin/account', { calls: { search_desk: { total: 0, ids: [] } } })
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('back to website{Enter}')
  await expectDocument('/')
})

test('the login leads to the document of the home page', async () => {
  await openScreen('/admin', { isSignedOut: true })
  await page.getByRole('link', { name: 'Back to Website' }).click()
  await expectDocument('/')
})
