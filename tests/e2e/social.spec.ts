import { connect, type Sql } from '#server/platform/database/connection.ts'
import { addFollowers, addReactions, addSocialDelivery } from '../support/social-web.ts'
import { storeArticle } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { openAs } from './support/members.ts'
import { type Publication, test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const SOCIAL = '/admin/social'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const item = (page: Page, section: string, text: string | RegExp) =>
  region(page, section).getByRole('listitem').filter({ hasText: text })

async function withDatabase({ databaseUrl }: Publication, run: (sql: Sql) => Promise<void>): Promise<void> {
  const sql = connect(databaseUrl, { max: 1 })
  try {
    await run(sql)
  } finally {
    await sql.end()
  }
}

/** A story with followers, reactions, a server that fails and one that was left. Nothing is sent to anybody. */
async function addSocialWeb(publication: Publication): Promise<void> {
  const { id } = await storeArticle(publication.service, { slug: 'storm', title: 'Storm over the valley' })
  await publication.service.from('settings').insert({ key: 'social_web', value: true }).throwOnError()
  await withDatabase(publication, async (sql) => {
    await addFollowers(sql, [
      ...Array.from({ length: 11 }, (_, index) => ({ name: `reader${index + 1}`, ago: index + 3 })),
      { name: 'mara', language: 'fr' as const, displayName: 'Mara \u202eevil\u202e <b>bold</b>', ago: 1 },
      { name: 'w'.repeat(90), host: 'long.example', displayName: 'W'.repeat(100), ago: 2 },
    ])
    await addReactions(sql, [
      { article: id, kind: 'like', name: 'reader1' },
      { article: id, kind: 'like', name: 'reader2' },
      { article: id, kind: 'announce', name: 'reader2' },
      { article: id, kind: 'reply', name: 'mara', body: 'Well said. <script>alert(1)</script>', ago: 1 },
      {
        article: id,
        kind: 'reply',
        name: 'eve',
        host: 'spam.example',
        body: 'לא נכון https://spam.example/win',
      },
    ])
    await addSocialDelivery(sql, { host: 'slow.example', problem: 'status', status: 503 })
    await sql`
      insert into private.social_servers (host, failing_since, failures, problem, resumes_at, left_at) values
        ('slow.example', now() - interval '2 days', 9, 'status', now() + interval '6 hours', null),
        ('gone.example', now() - interval '9 days', 30, 'name', now() + interval '6 hours', now() - interval '2 days')`
  })
}

test('before it is switched on the screen says what that means, and afterwards how people follow', async ({
  page,
  publication,
}) => {
  test.slow()
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/dashboard')
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Readers' }).click()
  await page.getByRole('link', { name: 'Social web', exact: true }).click()
  await expect(page.getByText('The publication is not on the social web')).toBeVisible()
  const { host } = new URL(publication.url)
  await expect(page.getByText(`such as @en@${host}.`)).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Switch it on in Site Configuration' }).click()
  await page.getByLabel('Be on the social web').check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Settings saved successfully!')

  await page.goto(SOCIAL)
  await expect(page.getByText('Others cannot reach this site')).toBeVisible()
  await expect(item(page, 'Accounts', `@fr@${host}`)).toContainText('French · 0 followers')
  await item(page, 'Accounts', `@fr@${host}`).getByRole('button', { name: 'Copy' }).press('Enter')
  await expect(item(page, 'Accounts', `@fr@${host}`).getByRole('button')).toHaveText('Copied')
  for (const [section, text] of [
    ['Followers', 'Nobody follows yet.'],
    ['Reactions', 'Nobody has liked, shared or answered anything yet.'],
    ['Replies', 'Nobody has replied yet.'],
    ['Blocked', 'Nobody is blocked.'],
    ['Deliveries', 'Every server takes what it is sent.'],
  ] as const)
    await expect(region(page, section)).toContainText(text)
  expect(await findAccessibilityProblems(page)).toEqual([])
})

test('an administrator sees who follows and what they say, and blocks a person and a server by keyboard', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  test.slow()
  // The refusal of a handle that nobody has.
  expectConsoleError(/status of 400 .*block_on_social_web/)
  await addSocialWeb(publication)
  await signIn(page, DESK_ADMIN)
  await page.goto(SOCIAL)
  await expect(item(page, 'Accounts', '@en@')).toContainText('English · 12 followers')
  await expect(item(page, 'Followers', '@mara@')).toContainText('Mara \u202eevil\u202e <b>bold</b>')
  const profile = item(page, 'Followers', '@mara@').getByRole('link')
  await expect(profile).toHaveAttribute('href', 'https://social.example/users/mara')
  await expect(profile).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await expect(item(page, 'Reactions', 'Storm over the valley')).toContainText(
    'English · 2 likes, 1 share, 2 replies',
  )
  await expect(item(page, 'Replies', 'Well said.')).toContainText('<script>alert(1)</script>')
  await expect(
    item(page, 'Replies', 'Well said.').getByRole('link', { name: 'Storm over the valley' }),
  ).toHaveAttribute('href', '/admin/articles/edit/storm')
  await expect(item(page, 'Deliveries', 'slow.example')).toContainText('The server answered with status 503.')
  await expect(item(page, 'Deliveries', 'gone.example')).toContainText('Nothing is sent there since')
  await expect(page.locator('main img')).toHaveCount(0)
  expect(await findAccessibilityProblems(page)).toEqual([])

  await region(page, 'Followers').getByRole('button', { name: 'Older' }).press('Enter')
  await expect(region(page, 'Followers').getByRole('heading')).toBeFocused()
  await expect(region(page, 'Followers').getByRole('listitem')).toHaveCount(3)

  await item(page, 'Replies', 'Well said.').getByRole('button', { name: 'Block person' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Block this person?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectToast(page, 'The person is blocked.')
  await expect(region(page, 'Replies').getByRole('heading')).toBeFocused()
  await expect(item(page, 'Replies', 'Well said.')).toHaveCount(0)
  await expect(item(page, 'Accounts', '@fr@')).toContainText('0 followers')
  await expect(item(page, 'Blocked', 'https://social.example/users/mara')).toContainText('Person')

  await page.getByLabel('Server or person').fill('@nobody@social.example')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Block person' }).click()
  await expect(page.getByRole('dialog')).toContainText('Nobody with this handle follows.')
  await page.keyboard.press('Escape')
  await page.getByLabel('Server or person').fill('Spam.Example')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Block server' }).click()
  await expectToast(page, 'The server is blocked.')
  await expect(region(page, 'Replies')).toContainText('Nobody has replied yet.')
  await expect(page.getByLabel('Server or person')).toHaveValue('')
  expect(await findAccessibilityProblems(page)).toEqual([])

  await page.getByRole('button', { name: 'Unblock: spam.example' }).press('Enter')
  await expectToast(page, 'The block is gone.')
  await expect(item(page, 'Blocked', 'spam.example')).toHaveCount(0)
  await page.goto('/admin/audit')
  await expect(page.getByText('unblocked “spam.example” on the social web')).toBeVisible()
})

test('an editor sees it and blocks nobody, and lists of articles say what others did', async ({
  browser,
  publication,
}) => {
  await addSocialWeb(publication)
  const { desk } = await openAs(browser, publication, { name: 'Lena', role: 'editor' })
  await desk.goto(SOCIAL)
  await expect(item(desk, 'Replies', 'Well said.')).toBeVisible()
  await expect(region(desk, 'Blocked')).toContainText('Nobody is blocked.')
  await expect(desk.getByRole('button', { name: /[Bb]lock/ })).toHaveCount(0)
  await desk.goto('/admin/articles')
  await expect(desk.getByRole('row', { name: /Storm over the valley/ })).toContainText(
    '2 likes, 1 share, 2 replies',
  )
  expect(await findAccessibilityProblems(desk)).toEqual([])
  await desk.context().close()
})
