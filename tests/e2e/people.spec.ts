import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { findMailedLink } from './support/find-mailed-link.ts'
import { openAs } from './support/members.ts'
import { test } from './support/new-publication.ts'
import { setUpSecondFactor } from './support/second-factor.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'

const person = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Who works here' }).getByRole('listitem').filter({ hasText: name })

test('a translator is invited with languages, accepts, and is given another role while the desk is open', async ({
  page,
  browser,
  publication,
}) => {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/people')
  await page.getByLabel('Email').fill('emil@example.org')
  await page.getByLabel('Role').selectOption('Translator')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText('Please choose at least one language.').first()).toBeVisible()
  const languageOfMails = page.getByLabel('Language of mails to them')
  await expect(languageOfMails).toHaveValue('en')
  await page.getByRole('checkbox', { name: 'French' }).check()
  await expect(languageOfMails).toHaveValue('fr')
  await languageOfMails.selectOption('Deutsch')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  const invitations = page.getByRole('list', { name: 'Invitations' })
  await expect(invitations).toContainText('Translator (French)')
  expect(await findAccessibilityProblems(page)).toEqual([])

  // What is changed before it is accepted is what they become.
  await page.getByRole('button', { name: 'Change the invitation to emil@example.org' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'German' }).check()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(invitations).toContainText('Translator (French and German)')

  const link = await findMailedLink(publication.service, {
    to: 'emil@example.org',
    path: '/admin/invitation',
  })
  const emil = await (await browser.newContext({ baseURL: publication.url })).newPage()
  await emil.goto(link)
  await emil.getByLabel('New password').fill('rook lantern seventy plum')
  await emil.getByRole('button', { name: 'Accept and sign in' }).click()
  await expect(emil).toHaveURL('/admin/dashboard')
  await emil.goto('/admin/account')
  await expect(emil.getByLabel('Language of mails to you')).toHaveValue('de')
  await emil.goto('/admin/glossary')
  const menu = emil.getByRole('navigation', { name: 'Admin' })
  await expect(menu.getByRole('link', { name: 'Translations' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Settings' })).toHaveCount(0)

  // The list follows by itself.
  await expect(person(page, 'emil@example.org')).toContainText('Translator (French and German)')
  await page.getByRole('button', { name: 'Change emil@example.org' }).click()
  await dialog.getByLabel('Role').selectOption('Newsletter')
  await dialog.getByRole('checkbox', { name: 'Sees the addresses of subscribers' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(person(page, 'emil@example.org')).toContainText(
    'Newsletter, sees the addresses of subscribers',
  )
  await expect(emil.getByText('Your role has changed')).toBeVisible()
  await expect(emil.getByRole('heading', { name: 'This screen is not part of your role' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Subscribers' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Translations' })).toHaveCount(0)
  expect(await findAccessibilityProblems(emil)).toEqual([])
  await emil.context().close()
})

test('who loses the role is told where an unsaved text is, and an administrator goes on with it', async ({
  page,
  browser,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of (401|403)/)
  const { desk: ana } = await openAs(browser, publication, { name: 'Ana', role: 'author' })
  await ana.goto('/admin/articles/new')
  await ana.getByLabel('Title', { exact: true }).fill('The quiet reactor')
  await expect(ana.getByText(/Saved for you at/).first()).toBeVisible()

  await publication.service.from('user_roles').delete().eq('role', 'author').throwOnError()
  await expect(ana.getByText('You have no role here')).toBeVisible()
  await expect(ana.getByRole('button', { name: 'Save “The quiet reactor” as a file' })).toBeVisible()
  expect(await findAccessibilityProblems(ana)).toEqual([])
  await ana.context().close()

  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/people')
  const texts = page.getByRole('list', { name: 'Unsaved texts of others' })
  await expect(texts).toContainText('The quiet reactor')
  await expect(texts).toContainText('by Ana')
  await page.getByRole('button', { name: 'Read “The quiet reactor”' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Go on with “The quiet reactor”' }).click()
  await expect(page).toHaveURL(/\/admin\/articles\/new\?copy=/)
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('The quiet reactor')
})

test('a role that demands a second factor opens nothing but the account without one', async ({
  page,
  browser,
  publication,
  expectConsoleError,
}) => {
  test.slow()
  // The administrator has none; and what the desk still asks for when the editor may not any more.
  expectConsoleError(/status of (400|401|403)/)
  const { desk: lena } = await openAs(browser, publication, { name: 'Lena', role: 'editor' })
  await lena.goto('/admin/articles')
  await expect(lena.getByRole('heading', { name: 'Articles', level: 1 })).toBeVisible()

  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/people')
  await page.getByRole('checkbox', { name: 'Administrator' }).click()
  await expect(page.getByText(/second factor of your own first/).first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'Editor' }).check()

  await expect(lena).toHaveURL('/admin/account#second-factor')
  await expect(lena.getByText('Set up a second factor first')).toBeVisible()
  await expect(lena.getByRole('link', { name: 'Articles' })).toHaveCount(0)
  await lena.goto('/admin/drafts')
  await expect(lena).toHaveURL('/admin/account#second-factor')
  expect(await findAccessibilityProblems(lena)).toEqual([])
  await setUpSecondFactor(lena)
  await lena.goto('/admin/drafts')
  await expect(lena.getByRole('heading', { name: 'Drafts', level: 1 })).toBeVisible()
  await lena.context().close()
})

test('who owns articles is removed once somebody takes them over; the last administrator stays', async ({
  page,
  browser,
  publication,
  expectConsoleError,
}) => {
  expectConsoleError(/status of (400|401|403|409)/)
  const { desk: tom } = await openAs(browser, publication, { name: 'Tom', role: 'author' })
  await tom.goto('/admin/articles/new')
  await tom.getByLabel('Title', { exact: true }).fill('A draft of Tom')
  await tom.getByRole('button', { name: 'Save draft' }).click()
  await expect(tom).toHaveURL(/\/admin\/drafts/)

  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/people')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: `Remove ${DESK_ADMIN.email}` }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog).toContainText('The last administrator cannot be removed.')
  await page.keyboard.press('Escape')
  await expect(person(page, DESK_ADMIN.email)).toBeVisible()

  await page.getByRole('button', { name: 'Remove Tom' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog).toContainText('Tom owns 1 article that is not published.')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await dialog.getByLabel('Who takes over the articles').selectOption(DESK_ADMIN.email)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(person(page, 'Tom')).toHaveCount(0)
  await tom.context().close()
})
