import { storeArticle } from './support/article-form.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { openAs } from './support/members.ts'
import { type Publication, test } from './support/new-publication.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const QUEUE = '/admin/translations/queue'
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** Three originals without a translation; the harbour waits longest. */
async function storeOriginals({ service }: Publication): Promise<void> {
  for (const [days, title] of [
    [3, 'The harbour opens'],
    [2, 'Chips from Vienna'],
    [1, 'In praise of pipes'],
  ] as const)
    await storeArticle(service, {
      slug: title.toLowerCase().replaceAll(' ', '-'),
      title,
      publish_date: daysAgo(days),
    })
}

const mine = (page: Page) => page.getByRole('region', { name: 'Translations', exact: true })
const row = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(title) })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('two translators take what is next, each another article, and see what the other has', async ({
  browser,
  publication,
}) => {
  await storeOriginals(publication)
  const member = (name: string) => ({
    name,
    role: 'translator' as const,
    languages: ['fr'],
    permissions: ['publish' as const],
  })
  const { desk: ines } = await openAs(browser, publication, member('Ines'))
  const { desk: jonas } = await openAs(browser, publication, member('Jonas'))
  await ines.goto('/admin/dashboard')
  await expect(mine(ines).getByRole('link', { name: 'The harbour opens' })).toBeVisible()
  expect(await findAccessibilityProblems(ines)).toEqual([])
  await jonas.goto(QUEUE)
  await expect(row(jonas, 'The harbour opens')).toContainText('Not translated yet')
  // Both take it at the same moment, one by the button and one by the key.
  await Promise.all([
    mine(ines).getByRole('button', { name: 'Take the next' }).click(),
    jonas.keyboard.press('Control+Alt+n'),
  ])
  for (const desk of [ines, jonas]) {
    await expect(heading(desk)).toHaveText(/French/)
    await expect(desk.getByText('You have had it since')).toBeVisible()
  }
  expect(ines.url()).not.toBe(jonas.url())

  await ines.goto(QUEUE)
  await expect(ines.getByText(/^Jonas has had it since/)).toBeVisible()
  // A translation that one gives back is free on the other desk without a reload.
  await jonas.getByRole('button', { name: /^Give back/ }).click()
  await expectToast(jonas, 'Given back. The next person can take it.')
  await expect(ines.getByText(/^Jonas has had it since/)).toHaveCount(0)
  for (const desk of [ines, jonas]) await desk.context().close()
})
