import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { storeArticle } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { findMailedLink } from './support/find-mailed-link.ts'
import { addMember } from './support/members.ts'
import { test } from './support/new-publication.ts'
import { logIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// Reduced motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Admin' })

/** Opens every screen of the menu. None asks for what the role may not read: the console would show it. */
async function openEveryScreen(page: Page): Promise<void> {
  await expect(menuOf(page).getByRole('link').first()).toBeVisible()
  const addresses = await menuOf(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/not part of your role|not allowed to do this/)).toHaveCount(0)
  }
}

test('an administrator invites a translator, who accepts by the mailed link, and gets another role at once', async ({
  page,
  browser,
  publication,
}) => {
  const { service } = publication
  const story = await storeArticle(service)
  const french = await addArticle(service, aTranslation(story, 'fr'))
  await service
    .from('article_translations')
    .insert({
      translation_id: french.id,
      original_id: story.id,
      language: 'fr',
      origin: 'machine',
      model: 'a',
    } as never)
    .throwOnError()
  await logIn(page, DESK_ADMIN)
  await page.goto('/admin/people')
  await page.getByLabel('Email').fill('emil@example.org')
  await page.getByLabel('Role').selectOption('Translator')
  await page.getByRole('checkbox', { name: 'French' }).check()
  const question = page.getByRole('group', { name: 'Review before publishing in French' })
  await expect(question.getByRole('radio', { name: 'After review' })).toBeChecked()
  await page.getByLabel('Language of mails to them').selectOption('Deutsch')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  // No mail leaves, so the link can be passed on.
  const mailed = { to: 'emil@example.org', path: '/admin/invitation' }
  const link = await findMailedLink(service, mailed)
  await expect(page.getByLabel('Link of the invitation')).toHaveValue(link)
  expect(await findAccessibilityProblems(page)).toEqual([])

  const emil = await (await browser.newContext({ baseURL: publication.url })).newPage()
  await emil.goto(link)
  await emil.getByLabel('New password').fill('rook lantern seventy plum')
  await emil.getByRole('button', { name: 'Accept and sign in' }).click()
  await expect(emil).toHaveURL('/admin/dashboard')
  // Published translations into his language that nobody has read are waiting for him, and new translations are waiting for a review.
  await expect(menuOf(emil).getByRole('link', { name: 'Translations' })).toBeVisible()
  await expect(emil.getByRole('link', { name: '1 translation is live, unread' })).toBeVisible()
  const mine = emil.getByRole('region', { name: 'Translations', exact: true })
  await expect(mine).toContainText('Live, unread: no person has read a block of it')
  await emil.goto('/admin/translations/to-review')
  await expect(emil.getByRole('link', { name: 'To review (1)' })).toBeVisible()
  await page.goto('/admin/settings/translation-management')
  await expect(page.getByRole('checkbox', { name: /^French/ })).toBeChecked()
  await page.goto('/admin/people')
  await page.getByRole('button', { name: 'Change emil@example.org' }).click()
  await page.getByRole('dialog').getByLabel('Role').selectOption('Newsletter')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(emil.getByText('Your role has changed')).toBeVisible()
  await expect(menuOf(emil).getByRole('link', { name: 'Translations' })).toHaveCount(0)
  await emil.goto('/admin/account')
  await expect(emil.getByLabel('Language of mails to you')).toHaveValue('de')
  await emil.context().close()
})

test('an author writes a draft under the own byline, and reads what is published', async ({
  page,
  publication,
}) => {
  await storeArticle(publication.service, { slug: 'tides', title: 'Tides of power' })
  const { id, ...ana } = await addMember(publication, { name: 'Ana', role: 'author' })
  await publication.service.from('profiles').update({ byline: 'A. Lima' }).eq('user_id', id).throwOnError()
  await logIn(page, ana)
  await openEveryScreen(page)
  await page.goto('/admin/articles/new')
  await expect(page.getByLabel('Author')).toHaveValue('A. Lima')
  await page.getByLabel('Title', { exact: true }).fill('A draft')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Save draft', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/drafts/)
  await expect(page.getByRole('link', { name: /A draft/ }).first()).toBeVisible()
  await page.goto('/admin/articles/edit/tides')
  await expect(page.getByText('You can read this here, and not change it.')).toBeVisible()
})

test('what a translator finishes who may not publish waits for an editor, who publishes it', async ({
  page,
  publication,
  expectConsoleError,
}) => {
  // Requests are under way while the translator logs out.
  expectConsoleError(/status of 401/)
  const story = await storeArticle(publication.service)
  const emil = await addMember(publication, { name: 'Emil', role: 'translator', languages: ['fr'] })
  const lena = await addMember(publication, { name: 'Lena', role: 'editor' })
  await logIn(page, emil)
  await openEveryScreen(page)
  await page.goto(`/admin/translations/${story.id}/fr`)
  for (const [position, text] of ['Puces', 'Une usine que personne n’attendait.', 'Un.', 'Deux.'].entries())
    await page.locator(`[data-block="${position}"]`).getByRole('textbox').first().fill(text)
  await page.getByRole('button', { name: 'Approve all' }).click()
  await expect(page.getByText('All blocks are approved.')).toBeAttached()
  await page.keyboard.press('Control+s')
  await expectToast(page, /saved/i)
  await page.goto('/admin/translations/to-review')
  await expect(page.getByText('Nothing waits for a review')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/admin')

  await logIn(page, lena)
  await openEveryScreen(page)
  await page.goto('/admin/translations/to-review')
  await expect(page.getByRole('row', { name: /Puces/ })).toContainText('Finished; waits to be published')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Puces' }).click()
  await page.getByRole('button', { name: 'Approve all' }).click()
  await page.getByRole('button', { name: /publish/i }).click()
  await expectToast(page, /Readers have this text now/)
})

test('who makes the newsletter makes an issue, and sees the addresses that are allowed', async ({
  page,
  publication,
}) => {
  await addArticle(
    publication.service,
    anArticle({ publish_date: new Date(Date.now() - 60_000).toISOString() }),
  )
  await publication.service
    .from('newsletter_subscribers')
    .insert({ email: 'eva@example.org', confirmed: true, is_active: true })
    .throwOnError()
  const tom = { name: 'Tom', role: 'newsletter', permissions: ['addresses'] } as const
  const account = await addMember(publication, { ...tom, permissions: [...tom.permissions] })
  await logIn(page, account)
  await openEveryScreen(page)
  await expect(page.getByText('eva@example.org').first()).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.goto('/admin/newsletter')
  await page.getByRole('button', { name: 'Generate Newsletter' }).click()
  await expectToast(page, 'Newsletter Generated!')
  await expect(page.getByRole('textbox', { name: 'Subject' })).toBeVisible()
})
