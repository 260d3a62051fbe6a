import { addArticle, anArticle, aTranslation, PIECES } from '../support/articles.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { type Publication, test } from './support/new-publication.ts'
import { openDesk, signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const titles = (...pieces: (keyof typeof PIECES)[]) => pieces.map((piece) => PIECES[piece].title)
const headers = (page: Page) => page.getByRole('rowheader').getByRole('link')
const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** The five articles that tests know, published, the first of them featured and translated. */
async function addPieces({ service }: Publication): Promise<void> {
  for (const piece of Object.values(PIECES)) {
    const isFirst = piece === PIECES.harbour
    const added = await addArticle(service, anArticle({ ...piece, featured: isFirst }))
    if (!isFirst) continue
    for (const language of ['de', 'fr'] as const) await addArticle(service, aTranslation(added, language))
  }
}

test('published articles are sorted, filtered and searched in the address', async ({ page, publication }) => {
  await addPieces(publication)
  await addArticle(publication.service, anArticle({ title: 'Not yet', published: false }))
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles')
  await expect(headers(page)).toHaveText(Object.values(PIECES).map(({ title }) => title))
  const first = page.getByRole('row').nth(1)
  for (const text of ['5 min read', 'News', 'Featured', '2 translations', 'Nov 18, 2026'])
    await expect(first).toContainText(text)
  await expect(page.getByRole('row').nth(2)).toContainText('RegularNo translations')
  await expect(first.getByRole('link', { name: /^View/ })).toHaveAttribute(
    'href',
    '/article/harbour-town-audits-its-algorithms',
  )
  await expect(first.getByRole('link', { name: /^Edit/ })).toHaveAttribute(
    'href',
    '/admin/articles/edit/harbour-town-audits-its-algorithms',
  )
  expect(await findAccessibilityProblems(page), 'a list').toEqual([])

  await page.getByRole('button', { name: 'Title' }).click()
  await expect(page).toHaveURL('/admin/articles?sort=title')
  await expect(headers(page)).toHaveText(titles('bakery', 'citations', 'harbour', 'pipes', 'planning'))
  await page.getByLabel('Category', { exact: true }).selectOption('Hack')
  await expect(headers(page)).toHaveText(titles('citations'))
  await page.getByLabel('Status').selectOption('Featured')
  await expect(page).toHaveURL('/admin/articles?category=hack&status=featured&sort=title')
  await expect(page.getByText('No published articles found.')).toBeVisible()
  expect(await findAccessibilityProblems(page), 'an empty list').toEqual([])
  await page.getByRole('link', { name: 'Show all articles' }).click()
  await expect(page).toHaveURL('/admin/articles?sort=title')
  await expect(page.getByRole('region', { name: 'Articles' })).toBeFocused()

  await page.getByLabel('Language').selectOption('German')
  await expect(page).toHaveURL('/admin/articles?language=de&sort=title')
  await expect(headers(page)).toHaveCount(1)
  await expect(page.getByRole('link', { name: /^Edit/ })).toHaveAttribute('href', /\?lang=de$/)
  await page.getByLabel('Language').selectOption('All')
  await expect(headers(page)).toHaveCount(7)
  await page.getByLabel('Search').fill('lindqvist')
  await expect(headers(page)).toHaveCount(4)
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/admin/articles?category=hack&status=featured&sort=title')
})

test('filters have the languages that are offered, and others in which there is something', async ({
  page,
  publication,
}) => {
  await addPieces(publication)
  await publication.service
    .from('settings')
    .insert({ key: 'languages', value: ['en', 'it'] })
    .throwOnError()
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles')
  const options = page.getByLabel('Language').getByRole('option')
  await expect(options).toHaveText(['All', 'English', 'French', 'German', 'Italian'])
  await page.goto('/admin/drafts?language=pt')
  await expect(options).toHaveText(['All', 'English', 'Italian', 'Portuguese'])
  await publication.service
    .from('glossary_terms')
    .insert({ language: 'es', term: 'OpenAI', rule: 'keep' })
    .throwOnError()
  await page.goto('/admin/glossary')
  await expect(options).toHaveText(['All', 'Spanish', 'Italian'])
  await page.goto('/admin/translations/to-review')
  await expect(options).toHaveText(['All', 'Italian'])
})

test('several drafts are published by the keyboard alone, and those that are not ready say why', async ({
  page,
  publication,
}) => {
  const { service } = publication
  for (const { title } of [PIECES.harbour, PIECES.bakery])
    await addArticle(service, anArticle({ title, published: false }))
  await addArticle(
    service,
    anArticle({ slug: 'bare', title: 'Bare', excerpt: '', content: '', published: false }),
  )
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/drafts')
  await expect(headers(page)).toHaveText(['Bare', PIECES.bakery.title, PIECES.harbour.title])

  const pressUntil = async (key: string, target: ReturnType<Page['getByRole']>) => {
    const isFocused = () => target.evaluate((element) => element === document.activeElement)
    for (let step = 0; step < 60 && !(await isFocused()); step++) await page.keyboard.press(key)
    await expect(target).toBeFocused()
  }
  await page.getByRole('main').focus()
  await pressUntil('Tab', page.getByRole('checkbox', { name: 'Select all on this page' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'Select Bare' })).toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: '3 selected' })).toBeAttached()
  await pressUntil('Tab', page.getByRole('checkbox', { name: `Select ${PIECES.harbour.title}` }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeAttached()
  await page.keyboard.press('Space')
  await pressUntil('Tab', page.getByRole('button', { name: 'Publish', exact: true }))
  expect(await findAccessibilityProblems(page), 'selected rows').toEqual([])
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Publish 3 drafts' })
  await pressUntil('Tab', dialog.getByRole('button', { name: 'Publish' }))
  await page.keyboard.press('Enter')
  const report = page.getByRole('dialog', { name: '2 of 3 done' })
  await expect(report.getByRole('listitem').first()).toContainText(
    'BareNot published. Missing: excerpt and content.',
  )
  expect(await findAccessibilityProblems(page), 'the report').toEqual([])
  await page.keyboard.press('Escape')
  await expect(report).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Drafts' })).toBeFocused()
  await expect(headers(page)).toHaveText(['Bare'])
  await page.goto('/admin/articles')
  await expect(headers(page)).toHaveCount(2)
})

test('several articles change their category, become drafts, and are deleted and brought back', async ({
  page,
  publication,
}) => {
  await addPieces(publication)
  await signIn(page, DESK_ADMIN)
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/admin/articles')
  const select = (piece: keyof typeof PIECES) =>
    page.getByRole('checkbox', { name: `Select ${PIECES[piece].title}` }).check()
  await select('harbour')
  await select('bakery')
  await page.getByRole('button', { name: 'Change category' }).click()
  await page.getByLabel('New category').selectOption('Opinion')
  await page.getByRole('dialog').getByRole('button', { name: 'Change category' }).click()
  await expectToast(page, '2 articles have their new category.')
  await expect(page.getByRole('row').nth(1)).toContainText('Opinion')

  await select('planning')
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
  await expect(headers(page)).toHaveText(titles('harbour', 'bakery', 'pipes', 'citations'))

  await select('pipes')
  await select('citations')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Delete 2 articles' })
    .getByRole('button', { name: 'Delete' })
    .click()
  const undo = toast(page).getByRole('button', { name: 'Undo' })
  // A toast under the pointer stays.
  await undo.hover()
  await expectToast(page, '2 articles deleted')
  await expect(headers(page)).toHaveText(titles('harbour', 'bakery'))
  await undo.click()
  await expect(headers(page)).toHaveText(titles('harbour', 'bakery', 'pipes', 'citations'))
  await expect(page.getByRole('region', { name: 'Articles' })).toBeFocused()
})

test('an article that another editor has deleted meanwhile is named', async ({ page, publication }) => {
  await addPieces(publication)
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
  await publication.service.from('articles').delete().eq('title', PIECES.pipes.title).throwOnError()
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
  const report = page.getByRole('dialog', { name: '4 of 5 done' })
  await expect(report.getByRole('listitem').first()).toContainText('It is no longer there.')
  await report.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('No published articles found.')).toBeVisible()
})

test('a draft changes its category in its row, and keeps the old one when that fails', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 500/)
  const { service } = publication
  const { id } = await addArticle(service, anArticle({ title: 'Waiting', published: false }))
  await service
    .from('article_schedules')
    .insert({ article_id: id, publish_at: '2027-03-01T08:00:00Z', zone: 'Europe/Zurich', status: 'waiting' })
    .throwOnError()
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/drafts')
  await expect(page.getByRole('row').nth(1)).toContainText(
    'Scheduled for Mar 1, 2027, 9:00 AM (Europe/Zurich)',
  )
  const category = page.getByLabel('Category of Waiting')
  await category.selectOption('Hack')
  await expectToast(page, 'Article updated successfully!')
  const { data } = await service.from('articles').select('category').eq('id', id).single().throwOnError()
  expect(data.category).toBe('hack')

  await page.route('**/rest/v1/articles?*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await category.selectOption('Opinion')
  await expectToast(page, 'Failed to update article')
  await expect(category).toHaveValue('hack')
  expect(await findAccessibilityProblems(page), 'a list of drafts').toEqual([])
})

test('the dashboard says what needs the editor, and leads to the lists', async ({ page, publication }) => {
  const { service } = publication
  await openDesk(page, DESK_ADMIN)
  await expect(page.getByRole('link', { name: 'Create your first article' })).toHaveAttribute(
    'href',
    '/admin/articles/new',
  )
  const attention = page.getByRole('region', { name: 'Waiting for you' })
  await expect(attention).toContainText('Nothing waits for you.')
  await addPieces(publication)
  const missed = await addArticle(
    service,
    anArticle({ title: 'Too late', published: false, publish_date: '2026-11-20T09:00:00.000Z' }),
  )
  await service
    .from('article_schedules')
    .insert({
      article_id: missed.id,
      publish_at: '2026-11-01T08:00:00Z',
      zone: 'UTC',
      status: 'missed',
      reason: 'overdue',
      settled_at: '2026-11-01T20:00:00Z',
    })
    .throwOnError()
  await page.reload()
  await expect(attention).toContainText('Missed: it was to be published on Nov 1, 2026, 8:00 AM (UTC).')
  await expect(attention.getByRole('link', { name: '“Too late” is not published' })).toHaveAttribute(
    'href',
    '/admin/articles/edit/too-late',
  )
  const recent = page.getByRole('region', { name: 'Recent Articles' }).getByRole('listitem')
  await expect(recent.first()).toContainText('Draft')
  await expect(recent.first().getByRole('link')).toHaveText(['Too late', 'Edit'])
  await expect(recent.nth(1)).toContainText('Featured')
  await expect(recent.nth(1).getByRole('link', { name: /^(View|Edit): / })).toHaveText(['View', 'Edit'])
  expect(await findAccessibilityProblems(page), 'the dashboard').toEqual([])
  await page.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL('/admin/articles')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('search in drafts')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/drafts#search')
  await expect(page.getByLabel('Search')).toBeFocused()
})
