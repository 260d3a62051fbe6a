import { connect } from '#server/platform/database/connection.ts'
import { storeArticle } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { openAs } from './support/members.ts'
import { type Publication, test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
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

/** Has everybody come back to the desk after an hour. */
async function passAnHour({ databaseUrl }: Publication): Promise<void> {
  const sql = connect(databaseUrl, { max: 1 })
  await sql`update private.desk_visits set last_seen_at = last_seen_at - interval '1 hour'`
  await sql.end()
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
  await expect(mine(ines)).toContainText('You have no translation now.')
  await expect(mine(ines).getByRole('link', { name: 'The harbour opens' })).toBeVisible()
  expect(await findAccessibilityProblems(ines)).toEqual([])

  await jonas.goto(QUEUE)
  await expect(row(jonas, 'The harbour opens')).toContainText('Not translated yet')
  // At the same moment, one by the button and one by the key.
  await Promise.all([
    mine(ines).getByRole('button', { name: 'Take the next' }).click(),
    jonas.keyboard.press('Control+Alt+n'),
  ])
  await expect(heading(ines)).toHaveText(/French/)
  await expect(heading(jonas)).toHaveText(/French/)
  await expect(ines.getByText('You have had it since')).toBeVisible()
  await expect(jonas.getByText('You have had it since')).toBeVisible()
  const addresses = new Set([ines.url(), jonas.url()])
  expect(addresses.size).toBe(2)

  await ines.goto(QUEUE)
  await expect(ines.getByText(/^Jonas has had it since/)).toBeVisible()
  await expect(row(ines, 'In praise of pipes').getByRole('button', { name: /^Take:/ })).toBeVisible()
  expect(await findAccessibilityProblems(ines)).toEqual([])
  // What one gives back is free on the other desk without a reload.
  await jonas.getByRole('button', { name: /^Give back/ }).click()
  await expectToast(jonas, 'Given back. The next person can take it.')
  await expect(ines.getByText(/^Jonas has had it since/)).toHaveCount(0)

  // An editor sees both, filters by person, and takes over.
  const { desk: ben } = await openAs(browser, publication, { name: 'Ben', role: 'editor' })
  await ben.goto(QUEUE)
  await expect(ben.getByRole('link', { name: 'Show what Ines has' })).toBeVisible()
  await ben.getByRole('combobox', { name: 'Who' }).selectOption('Ines')
  await expect(ben.getByText(/^Ines has had it since/)).toBeVisible()
  expect(await findAccessibilityProblems(ben)).toEqual([])
  await ben.getByRole('button', { name: /^Take over/ }).click()
  await expectToast(ben, 'It is yours now. Others see that you have it.')
  await ines.goto('/admin/dashboard')
  await expect(mine(ines)).toContainText('You have no translation now.')

  for (const page of [ines, jonas, ben]) await page.context().close()
})

test('what colleagues did while somebody was away is told once, and the history of an article tells it', async ({
  browser,
  page,
  publication,
}) => {
  const { desk: ben } = await openAs(browser, publication, { name: 'Ben', role: 'editor' })
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/dashboard')
  await expect(heading(page)).toHaveText('Dashboard')
  await expect(page.getByRole('region', { name: 'While you were away' })).toHaveCount(0)
  await page.goto('/admin/account')
  await passAnHour(publication)

  const story = await storeArticle(publication.service, { published: false })
  await ben.goto('/admin/articles/edit/chips-from-vienna')
  await ben.getByRole('button', { name: 'Publish', exact: true }).click()
  await ben.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await expectToast(ben, 'Published')

  await page.goto('/admin/dashboard')
  const away = page.getByRole('region', { name: 'While you were away' })
  await expect(away).toContainText('Ben published “Chips from Vienna”')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await away.getByRole('link', { name: 'Chips from Vienna' }).click()
  const events = page.getByRole('region', { name: 'What happened' })
  await expect(events).toContainText('Ben published “Chips from Vienna”')
  expect(page.url()).toContain(story.id)
  expect(await findAccessibilityProblems(page)).toEqual([])

  await page.goto('/admin/dashboard')
  await away.getByRole('button', { name: 'Dismiss' }).click()
  await expect(away).toHaveCount(0)
  await page.reload()
  await expect(heading(page)).toHaveText('Dashboard')
  await expect(away).toHaveCount(0)
  await ben.context().close()
})

test('a paper of one sees none of it', async ({ page, publication }) => {
  await storeOriginals(publication)
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/translations')
  await expect(page.getByRole('link', { name: 'To review' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Queue' })).toHaveCount(0)
})
