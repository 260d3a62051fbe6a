import { randomUUID } from 'node:crypto'
import { keepWorkingCopy } from '#core/data/working-copies.ts'
import { VERSION } from '#server/platform/version.ts'
import { runMain, temporaryDataDir } from '../process/run-main.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { logIn, openDesk } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 375, height: 812 }

const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting for you' })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Admin' })

/** A line of what waits. */
const line = (page: Page, text: string | RegExp) => waiting(page).getByRole('link', { name: text })

/** The badge of a page in the menu, as screen readers say it; none is an empty description. */
const expectBadge = (page: Page, name: string, says: string) =>
  expect(menu(page).getByRole('link', { name })).toHaveAccessibleDescription(says)

test('what waits is said on the dashboard and in the menu, leads to the thing, and goes when it is done', async ({
  page,
  publication,
}) => {
  const { service } = publication
  const admin = await signInElsewhere(publication)
  await openDesk(page, DESK_ADMIN)
  await page.setViewportSize(DESKTOP)
  await expect(waiting(page)).toContainText('Nothing waits for you.')
  await expectBadge(page, 'Translations', '')

  // One French text to review.
  const article = await addArticle(service, anArticle({ title: 'The chips', slug: 'the-chips' }))
  const french = await addArticle(service, aTranslation(article, 'fr'))
  await service
    .from('translation_reports')
    .insert({ translation_id: french.id, quote: 'Une phrase.' })
    .throwOnError()
  await expect(line(page, '1 translation to review')).toBeVisible()
  await expect(line(page, 'French 1')).toHaveAttribute('href', '/admin/translations/to-review?language=fr')
  await expectBadge(page, 'Translations', '1 waiting')

  // Failed translations.
  const failed = {
    language: 'de',
    status: 'failed',
    ended_at: new Date().toISOString(),
    reason: 'No answer.',
  }
  await service
    .from('translation_runs')
    .insert({ article_id: article.id, ...failed } as never)
    .throwOnError()
  await expect(line(page, '1 translation failed')).toBeVisible()
  await expectBadge(page, 'Translations', '2 waiting')

  // A conflict: somebody saves the article while this editor has unsaved text of it.
  const { data: version } = await service
    .from('articles')
    .select('updated_at')
    .eq('id', article.id)
    .single()
    .throwOnError()
  const copy = { id: randomUUID(), article_id: article.id, since: version.updated_at }
  await keepWorkingCopy(admin, { ...copy, form: { title: 'Typed' } })
  await service.from('articles').update({ subtitle: 'Saved by others' }).eq('id', article.id).throwOnError()
  await expect(line(page, '“The chips” was saved elsewhere while you were writing')).toHaveAttribute(
    'href',
    '/admin/articles/edit/the-chips',
  )
  await expectBadge(page, 'Articles', '1 waiting')

  // Sunday's issue.
  const { data: issue } = await service
    .from('newsletter_issues')
    .insert({})
    .select('id')
    .single()
    .throwOnError()
  await service
    .from('newsletter_editions')
    .insert({ issue_id: issue.id, language: 'en', subject: 'Chips again', origin: 'person' })
    .throwOnError()
  const sunday = line(page, /^Newsletter “Chips again”/)
  await expect(sunday).toContainText(/9:00 AM \(.+\)\. It is a draft, and is sent once it is approved\./)
  await expect(sunday).toHaveAttribute('href', `/admin/newsletter/${issue.id}`)
  await expectBadge(page, 'Newsletter Issues', '1 waiting')
  expect(await findAccessibilityProblems(page), 'much waits').toEqual([])
  await page.setViewportSize(DESKTOP)

  // Each leads to the thing, and the menu says the same there.
  await line(page, 'French 1').click()
  await expect(page).toHaveURL('/admin/translations/to-review?language=fr')
  await expect(
    page.getByRole('cell', { name: 'The reader reported' }).or(page.getByRole('table')),
  ).toBeVisible()
  await expectBadge(page, 'Translations', '2 waiting')
  await menu(page).getByRole('link', { name: 'Dashboard' }).click()
  await line(page, '1 translation failed').click()
  await expect(page).toHaveURL('/admin/translations?state=failed')
  await expect(page.getByRole('link', { name: 'The chips' }).first()).toBeVisible()

  // And goes by itself when it is done.
  await service
    .from('translation_reports')
    .update({ status: 'done' })
    .eq('translation_id', french.id)
    .throwOnError()
  await expectBadge(page, 'Translations', '1 waiting')
  await menu(page).getByRole('link', { name: 'Dashboard' }).click()
  await service.from('translation_runs').delete().eq('article_id', article.id).throwOnError()
  await service.from('newsletter_issues').delete().eq('id', issue.id).throwOnError()
  await admin.from('working_copies').delete().eq('id', copy.id).throwOnError()
  await service.from('articles').update({ subtitle: 'Saved again' }).eq('id', article.id).throwOnError()
  await expect(waiting(page)).toContainText('Nothing waits for you.')
  for (const name of ['Translations', 'Articles', 'Newsletter Issues']) await expectBadge(page, name, '')
})

test('what is not set up is in the list, also beside the first steps', async ({ page }) => {
  await openDesk(page, DESK_ADMIN)
  await page.setViewportSize(DESKTOP)
  const steps = page.getByRole('region', { name: 'Begin your publication' })
  await expect(steps.getByRole('link', { name: 'Set it up' })).toHaveAttribute('href', '/admin/setup')
  await expect(line(page, 'There is no language model')).toBeVisible()
  await expect(line(page, 'Mail does not leave this site')).toBeVisible()
  await expectBadge(page, 'Settings', '2 waiting')

  await steps.getByRole('button', { name: 'Hide this list' }).click()
  await expect(steps).toHaveCount(0)
  await expect(line(page, 'Mail does not leave this site')).toHaveAttribute('href', '/admin/settings/mail')
  await line(page, 'Your account has no second factor').click()
  await expect(page).toHaveURL('/admin/account#second-factor')
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible()
})

test('the password that was printed is asked to be changed, until it is', async ({
  page,
  expectConsoleError,
}) => {
  // The site ends while the page is still open.
  expectConsoleError(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket/)
  const dataDir = temporaryDataDir()
  const site = runMain({ DATA_DIR: dataDir.path, PORT: '0', DEMO: '0', ADMIN_EMAIL: DESK_ADMIN.email })
  try {
    const [, password = ''] = await site.printed(/password: (\w{20}) /)
    const url = await site.address()
    await page.goto(`${url}/admin`)
    await page.getByLabel('Email').fill(DESK_ADMIN.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.setViewportSize(DESKTOP)
    await line(page, 'You still use the password that was printed').click()
    await expect(page).toHaveURL(`${url}/admin/account#password`)
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('New password', { exact: true }).fill('words of my own choice')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(menu(page).getByRole('link', { name: 'Settings' })).toBeVisible()
    await menu(page).getByRole('link', { name: 'Dashboard' }).click()
    await expect(line(page, 'Your account has no second factor')).toBeVisible()
    await expect(line(page, 'You still use the password that was printed')).toHaveCount(0)
  } finally {
    await site.stop()
    await dataDir.remove()
  }
})

test('a badge is never a wrong zero: it keeps the last number, or is not there', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/503|read-desk/)
  const { service } = publication
  const article = await addArticle(service, anArticle({ title: 'The chips' }))
  const french = await addArticle(service, aTranslation(article, 'fr'))
  await service
    .from('translation_reports')
    .insert({ translation_id: french.id, quote: 'Une phrase.' })
    .throwOnError()
  await openDesk(page, DESK_ADMIN)
  await page.setViewportSize(DESKTOP)
  await expectBadge(page, 'Translations', '1 waiting')

  let refused = 0
  await page.route('**/functions/v1/read-desk*', (route) => {
    refused += 1
    return route.fulfill({ status: 503, json: { error: 'The database cannot be reached right now.' } })
  })
  await menu(page).getByRole('link', { name: 'Trash' }).click()
  await expect.poll(() => refused).toBeGreaterThan(1)
  await expectBadge(page, 'Translations', '1 waiting')

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeVisible()
  const before = refused
  await expect.poll(() => refused).toBeGreaterThan(before)
  await expectBadge(page, 'Translations', '')
  await expect(menu(page)).not.toContainText('0')
})

test('the menu has groups, says where one is, and works on a phone', async ({ page, expectConsoleError }) => {
  // What the page was still reading when the session was ended.
  expectConsoleError(/status of (401|403)/)
  await openDesk(page, DESK_ADMIN)
  await page.setViewportSize(DESKTOP)
  const newsletter = menu(page)
    .getByRole('listitem')
    .filter({ has: page.getByText('Newsletter', { exact: true }) })
    .getByRole('list')
  await expect(newsletter.getByRole('link')).toHaveText(['Newsletter Issues', 'Subscribers', 'Delivery'])
  await newsletter.getByRole('link', { name: 'Subscribers' }).click()
  await expect(page).toHaveURL('/admin/newsletter/subscribers')
  await expect(menu(page).locator('[aria-current=page]')).toHaveText('Subscribers')
  await menu(page).getByRole('link', { name: 'System' }).click()
  const views = page.getByRole('navigation', { name: 'Views of the system' })
  for (const name of ['Backups', 'Audit log']) {
    await views.getByRole('link', { name }).click()
    await expect(views.locator('[aria-current=page]')).toHaveText(name)
    await expect(menu(page).locator('[aria-current=page]')).toContainText('System')
  }
  // All of it fits a laptop, and what is below it a lower screen.
  await page.setViewportSize({ width: 1280, height: 860 })
  for (const link of await menu(page).getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 700 })
  await page.getByText(DESK_ADMIN.email, { exact: true }).click()
  for (const name of ['Keyboard shortcuts', 'Logout'])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(`Version ${VERSION}`)).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Dark display' }).click()
  await expect(page.locator('html')).toHaveClass(/\bdark\b/)
  await page.getByRole('button', { name: 'Light display' }).click()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toContainText('Go to any page or article')
  expect(await findAccessibilityProblems(page), 'the keys').toEqual([])
  await page.setViewportSize(DESKTOP)
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeFocused()

  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(menu(page).getByRole('list')).toHaveCount(6)
  expect(await findAccessibilityProblems(page), 'the menu').toEqual([])
  await page.setViewportSize(PHONE)
  await menu(page).getByRole('link', { name: 'Newsletter Issues' }).click()
  await expect(page).toHaveURL('/admin/newsletter')
  await expect(menu(page)).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/admin')
  await logIn(page, DESK_ADMIN)
})
