import type { Browser } from '@playwright/test'
import { contentOf, expectForm, expectKept, readArticle, storeArticle } from './support/article-form.ts'
import { DESK_ADMIN, endEverySession, withoutLiveUpdates } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { findMailedLink } from './support/find-mailed-link.ts'
import { type Publication, test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const EDIT = '/admin/articles/edit/chips-from-vienna'

/** Another browser of the same editor. */
async function signInWithAnotherBrowser(browser: Browser, { url }: Publication): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await signIn(page, DESK_ADMIN)
  return page
}

const offerOf = (page: Page) => page.getByRole('status').filter({ hasText: 'You have unsaved work' })

test('what was typed in a tab that was killed is offered, with what differs, and restored', async ({
  page,
  context,
  publication,
}) => {
  await storeArticle(publication.service)
  await signIn(page, DESK_ADMIN)
  await page.goto(EDIT)
  await expectForm(page)
  await contentOf(page).fill('The first paragraph.\n\nSomething quite different.\n')
  await page.getByLabel('Subtitle').fill('<b>__proto__</b> 👩‍🚀')
  await expectKept(page)
  await page.close()

  const next = await context.newPage()
  await next.goto(EDIT)
  await expect(offerOf(next)).toContainText('It differs in: Subtitle, Content.')
  await offerOf(next).getByRole('button', { name: 'Show what differs' }).click()
  const dialog = next.getByRole('dialog', { name: 'What differs' })
  await expect(dialog.getByRole('region', { name: 'Content' })).toContainText('The second paragraph.')
  await expect(dialog.getByRole('region', { name: 'Content' })).toContainText('Something quite different.')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(next.getByLabel('Subtitle')).toHaveValue('<b>__proto__</b> 👩‍🚀')
  // Readers saw the old text until now.
  expect(await readArticle(publication.service, 'chips-from-vienna')).toMatchObject({ subtitle: null })
  await next.getByRole('button', { name: 'Update' }).click()
  await expect(next).toHaveURL('/admin/articles')
  expect(await readArticle(publication.service, 'chips-from-vienna')).toMatchObject({
    content: 'The first paragraph.\n\nSomething quite different.\n',
  })
  await expect
    .poll(async () => (await publication.service.from('working_copies').select('id')).data)
    .toEqual([])
  await next.goto(EDIT)
  await expectForm(next)
  await expect(offerOf(next)).toHaveCount(0)
})

test('a new article that was never saved is offered in another browser', async ({
  page,
  browser,
  publication,
}) => {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/articles/new')
  await expectForm(page)
  await page.getByLabel('Title', { exact: true }).fill('Typed at home')
  await expectKept(page)

  const other = await signInWithAnotherBrowser(browser, publication)
  await other.goto('/admin/articles/new')
  await expect(offerOf(other)).toContainText('Typed in another browser')
  await offerOf(other).getByRole('button', { name: 'Restore' }).click()
  await expect(other.getByLabel('Title', { exact: true })).toHaveValue('Typed at home')
  await expect(other.getByLabel('Slug')).toHaveValue('typed-at-home')
  await other.keyboard.press('Control+s')
  await expect(other).toHaveURL('/admin/articles/edit/typed-at-home')
  expect(await readArticle(publication.service, 'typed-at-home')).toMatchObject({ published: false })
})

test('without a connection everything is kept in the browser, and the server catches up', async ({
  page,
  context,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/)
  await storeArticle(publication.service)
  await signIn(page, DESK_ADMIN)
  await page.goto(EDIT)
  await expectForm(page)
  await context.setOffline(true)
  await page.getByLabel('Subtitle').fill('Typed in a train')
  await expect(page.getByText('Not saved: no connection. Kept in this browser.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Failed to update article. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Subtitle')).toHaveValue('Typed in a train')
  await context.setOffline(false)
  await expectKept(page)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL('/admin/articles')
  expect(await readArticle(publication.service, 'chips-from-vienna')).toMatchObject({
    subtitle: 'Typed in a train',
  })
})

test.describe('behind a network that can fail', () => {
  test.use({ isProxied: true })

  test('while the database is away the desk says so and keeps what is typed, and saves it when it is back', async ({
    page,
    publication,
    expectConsoleError,
  }) => {
    expectConsoleError(/status of 503/)
    const { service, reachDatabase } = publication
    await storeArticle(service)
    await signIn(page, DESK_ADMIN)
    await page.goto(EDIT)
    await expectForm(page)
    await page.getByLabel('Subtitle').fill('Typed before')
    await expectKept(page)
    await reachDatabase('cut')
    await contentOf(page).fill('Typed while the database was away.\n')
    await expect(page.getByText('Not saved: no connection. Kept in this browser.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Update' }).click()
    await expectToast(page, /Failed to update article.*The server cannot be reached right now.*is still here/)
    await expect(page).toHaveURL(EDIT)
    await expect(contentOf(page)).toContainText('Typed while the database was away.')
    await expect(page.getByLabel('Subtitle')).toHaveValue('Typed before')

    await reachDatabase('restore')
    // By itself for this editor, and for readers by one press.
    await expectKept(page)
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page).toHaveURL('/admin/articles')
    expect(await readArticle(service, 'chips-from-vienna')).toMatchObject({
      subtitle: 'Typed before',
      content: 'Typed while the database was away.\n',
    })
  })
})

test('two editors see both versions before anything is overwritten', async ({
  page,
  browser,
  publication,
}) => {
  const { service } = publication
  await storeArticle(service)
  await signIn(page, DESK_ADMIN)
  await page.goto(EDIT)
  await expectForm(page)
  const other = await signInWithAnotherBrowser(browser, publication)
  await other.goto(EDIT)
  await expectForm(other)

  await page.getByLabel('Subtitle').fill('Mine')
  await other.getByLabel('Subtitle').fill('Theirs')
  await other.getByRole('button', { name: 'Update' }).click()
  await expect(other).toHaveURL('/admin/articles')

  await page.getByRole('button', { name: 'Update' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else has saved this article' })
  await expect(dialog.getByRole('region', { name: 'Subtitle' })).toContainText('Mine')
  await expect(dialog.getByRole('region', { name: 'Subtitle' })).toContainText('Theirs')
  await expect(dialog.getByRole('button', { name: 'Copy mine' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Use theirs' }).click()
  await expect(page.getByLabel('Subtitle')).toHaveValue('Theirs')
  expect(await readArticle(service, 'chips-from-vienna')).toMatchObject({ subtitle: 'Theirs' })

  // Mine is not lost: it is offered, and saving it asks again.
  await offerOf(page).getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Subtitle')).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Update' }).click()
  await dialog.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(page).toHaveURL('/admin/articles')
  expect(await readArticle(service, 'chips-from-vienna')).toMatchObject({ subtitle: 'Mine' })
})

test('fields that one editor alone has changed are merged, and of the others each is chosen', async ({
  page,
  browser,
  publication,
}) => {
  const { service } = publication
  await storeArticle(service)
  await signIn(page, DESK_ADMIN)
  await page.goto(EDIT)
  await expectForm(page)
  const other = await signInWithAnotherBrowser(browser, publication)
  await other.goto(EDIT)
  await expectForm(other)
  const update = (one: Page) => one.getByRole('button', { name: 'Update' }).click()

  await page.getByLabel('Title', { exact: true }).fill('Chips from Graz')
  await other.getByLabel('Subtitle').fill('A second shift')
  await update(other)
  await expect(other).toHaveURL('/admin/articles')
  await page.keyboard.press('Control+s')
  await expectToast(page, 'Another editor has saved meanwhile')
  await expect(page.getByLabel('Subtitle')).toHaveValue('A second shift')
  await expect
    .poll(() => readArticle(service, 'chips-from-vienna'))
    .toMatchObject({ title: 'Chips from Graz', subtitle: 'A second shift' })

  await other.goto(EDIT)
  await expectForm(other)
  await page.getByLabel('Title', { exact: true }).fill('My title')
  await page.getByLabel('Subtitle').fill('My subtitle')
  await other.getByLabel('Title', { exact: true }).fill('Their title')
  await other.getByLabel('Subtitle').fill('Their subtitle')
  await other.getByLabel('Excerpt').fill('Their excerpt.')
  await update(other)
  await expect(other).toHaveURL('/admin/articles')
  await update(page)
  const dialog = page.getByRole('dialog', { name: 'Somebody else has saved this article' })
  await expect(dialog.getByRole('region', { name: 'Excerpt' })).toHaveCount(0)
  await dialog.getByRole('region', { name: 'Subtitle' }).getByLabel('Theirs').check()
  await dialog.getByRole('button', { name: 'Save what is chosen' }).click()
  await expect(page).toHaveURL('/admin/articles')
  expect(await readArticle(service, 'chips-from-vienna')).toMatchObject({
    title: 'My title',
    subtitle: 'Their subtitle',
    excerpt: 'Their excerpt.',
  })
})

test('what another editor has written meanwhile is not published with the rest before it was seen', async ({
  page,
  publication,
}) => {
  const { service } = publication
  const { id } = await storeArticle(service, { published: false })
  await signIn(page, DESK_ADMIN)
  await page.goto(EDIT)
  await expectForm(page)
  await page.getByLabel('Title', { exact: true }).fill('Chips from Graz')
  const main = page.getByRole('button', { name: 'Publish', exact: true })
  const panel = page.getByRole('dialog', { name: 'Before you publish' })
  await main.click()
  await service.from('articles').update({ subtitle: 'TKTK a second shift' }).eq('id', id).throwOnError()
  await panel.getByRole('button', { name: /^Publish/ }).click()
  await expectToast(page, 'Another editor has saved meanwhile')
  await expect(page.getByLabel('Subtitle')).toHaveValue('TKTK a second shift')
  expect(await readArticle(service, 'chips-from-vienna')).toMatchObject({ published: false })

  await main.click()
  // What the check says of it stands in the panel.
  await panel.getByRole('button', { name: 'Publish anyway' }).click()
  await expect(page).toHaveURL('/admin/articles')
  expect(await readArticle(service, 'chips-from-vienna')).toMatchObject({
    title: 'Chips from Graz',
    subtitle: 'TKTK a second shift',
    published: true,
  })
})

test('an article that another editor deleted is restored from the trash', async ({ page, publication }) => {
  const { service } = publication
  const { id } = await storeArticle(service)
  await signIn(page, DESK_ADMIN)
  await page.goto(EDIT)
  await expectForm(page)
  await page.getByLabel('Subtitle').fill('Worth keeping')
  await service.from('articles').delete().eq('id', id).throwOnError()
  await page.getByRole('button', { name: 'Update' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody has deleted this article' })
  await dialog.getByRole('button', { name: 'Restore it from the trash' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Subtitle')).toHaveValue('Worth keeping')
  await page.getByRole('button', { name: /^(Update|Publish)$/ }).click()
  await expect(page).toHaveURL('/admin/articles')
  expect(await readArticle(service, 'chips-from-vienna')).toMatchObject({ subtitle: 'Worth keeping' })
})

test('leaving with unsaved work asks', async ({ page, publication }) => {
  await storeArticle(publication.service)
  await signIn(page, DESK_ADMIN)
  await page.goto(EDIT)
  await expectForm(page)
  await page.getByLabel('Subtitle').fill('Not saved')
  await page.getByRole('link', { name: 'Delivery' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Leave with unsaved work?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(EDIT)
  await expect(page.getByLabel('Subtitle')).toHaveValue('Not saved')

  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(page.getByLabel('Subtitle')).toHaveValue('Not saved')

  await page.getByRole('link', { name: 'Delivery' }).first().click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  // The address changes before the page does.
  await expect(page.getByRole('heading', { level: 1, name: 'Delivery' })).toBeVisible()
  await page.goBack()
  await expect(offerOf(page)).toContainText('It differs in: Subtitle.')
  await offerOf(page).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(offerOf(page)).toHaveCount(0)
  await expect(page.getByLabel('Subtitle')).toHaveValue('')
})

test('a session that ends while an editor writes is renewed, and the article is saved', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of (400|401|403)/)
  await storeArticle(publication.service)
  await withoutLiveUpdates(page)
  await signIn(page, DESK_ADMIN)
  await page.goto(EDIT)
  await expectForm(page)
  await page.getByLabel('Subtitle').fill('Saved without a session')
  // The working copy is stored, so that the first request without a session is the one of the button.
  await expectKept(page)
  await endEverySession(publication)
  await page.getByRole('button', { name: 'Update' }).click()
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await dialog.getByLabel('Password').fill(DESK_ADMIN.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/admin/articles')
  expect(await readArticle(publication.service, 'chips-from-vienna')).toMatchObject({
    subtitle: 'Saved without a session',
  })
})

test('who has no role any more is told so, and the text stays in the browser', async ({
  page,
  browser,
  publication,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(/status of (401|403)/)
  const { service, url } = publication
  await storeArticle(service)
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/people')
  await page.getByLabel('Email').fill('paula@example.org')
  await page.getByLabel('Role').selectOption('Administrator')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  const link = await findMailedLink(service, { to: 'paula@example.org', path: '/admin/invitation' })
  const paula = await (await browser.newContext({ baseURL: url })).newPage()
  await paula.goto(link)
  await paula.getByLabel('New password').fill('rook lantern seventy plum')
  await paula.getByRole('button', { name: 'Accept and sign in' }).click()
  await expect(paula).toHaveURL('/admin/dashboard')

  await page.goto(EDIT)
  await expectForm(page)
  const mine = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? ''
    return JSON.parse(localStorage.getItem(key) ?? '{}').user.id
  })
  await page.getByLabel('Subtitle').fill('Written without rights')
  await service.from('user_roles').delete().eq('user_id', mine).throwOnError()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByText('What you had typed and not saved is kept')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /Save “.+” as a file/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe('unsaved-text.md')
})

for (const { name, open } of [
  {
    name: 'a form with an error',
    open: async (page: Page) => {
      await page.getByLabel('Title', { exact: true }).fill('')
      await page.getByRole('button', { name: 'Update' }).click()
      await expect(page.getByLabel('Title', { exact: true })).toHaveAccessibleDescription(
        /A title is required/,
      )
    },
  },
  {
    name: 'the question before leaving',
    open: async (page: Page) => {
      await page.getByLabel('Subtitle').fill('Not saved')
      await page.getByRole('link', { name: 'Delivery' }).first().click()
      await expect(page.getByRole('dialog', { name: 'Leave with unsaved work?' })).toBeVisible()
    },
  },
  {
    name: 'both versions side by side',
    open: async (page: Page) => {
      await page.getByLabel('Subtitle').fill('Not saved')
      await page.getByRole('link', { name: 'Delivery' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Delivery' })).toBeVisible()
      await page.goBack()
      await offerOf(page).getByRole('button', { name: 'Show what differs' }).click()
      await expect(page.getByRole('dialog', { name: 'What differs' })).toBeVisible()
    },
  },
]) {
  test(`${name} is accessible`, async ({ page, publication }) => {
    test.slow()
    await storeArticle(publication.service)
    await signIn(page, DESK_ADMIN)
    await page.goto(EDIT)
    await expectForm(page)
    await open(page)
    expect(await findAccessibilityProblems(page)).toEqual([])
  })
}
