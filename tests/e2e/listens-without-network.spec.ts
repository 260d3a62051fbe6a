import { addArticle, anArticle } from '../support/articles.ts'
import { giveVoices, lastSaid, voice } from './support/fake-voices.ts'
import { test } from './support/new-publication.ts'
import { expectScripts } from './support/open-screen.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test('a saved article is read aloud without a network', async ({ page, publication, expectConsoleError }) => {
  await giveVoices(page, [voice('Amy', 'en-US')])
  const article = await addArticle(publication.service, anArticle())
  await page.goto(`/article/${article.slug}`)
  await expectScripts(page)
  await page.getByRole('button', { name: 'Save for later' }).click()
  await expectToast(page, 'Saved for later, also without a network')
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch|NoResponseError/)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('button', { name: 'Listen', exact: true }).click()
  const player = page.getByRole('region', { name: 'Listen to this article' })
  await expect(player.getByRole('status')).toHaveText(/Read by .* Amy/)
  expect((await lastSaid(page)).text).toBe(article.title)
})
