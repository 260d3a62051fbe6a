import { editPagePath, PAGES_PATH } from '#app/admin/pages/page-paths.ts'
import type { Language } from '#core/i18n/languages.ts'
import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const content = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

async function open(page: Page, slug: string, language: Language = 'en') {
  await page.goto(editPagePath(slug, language))
  await expect(content(page)).toBeVisible()
}

async function write(page: Page, text: string) {
  await content(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

const read = (page: Page, path: string) => page.request.get(path).then((response) => response.text())

test('About is edited in French, its versions are compared, and the shipped text comes back', async ({
  page,
  publication,
}) => {
  await signIn(page, DESK_ADMIN)
  await page.goto(PAGES_PATH)
  await page.getByRole('link', { name: 'About: French Shipped text' }).click()
  await expect(content(page)).toContainText('{site_name}')
  await write(page, 'Nous sommes {site_name}, et {sitename}.')
  await expect(page.getByText('Nothing is filled in for {sitename}')).toBeVisible()
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.frameLocator('iframe')
  await expect(preview.getByText('Nous sommes AI Watch, et {sitename}.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await write(page, 'Nous sommes {site_name}.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expectToast(page, 'Page published.')
  await expect.poll(() => read(page, '/about?lang=fr')).toContain('Nous sommes AI Watch.')
  expect(await read(page, '/about')).toContain('What we cover')

  await write(page, 'Une deuxième version.')
  await page.getByRole('button', { name: 'Update page' }).click()
  await expectToast(page, 'Page updated.')
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible()
  await page
    .getByRole('button', { name: /^Compare with the version of/ })
    .last()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Nous sommes')).toBeVisible()
  await dialog.getByRole('button', { name: 'Put into the form' }).click()
  await expect(content(page)).toContainText('Nous sommes {site_name}.')
  await page.getByRole('button', { name: 'Update page' }).click()
  await expect.poll(() => read(page, '/about?lang=fr')).toContain('Nous sommes AI Watch.')

  // The shipped text changes with the product: here the edit began from another one.
  await publication.service.from('pages').update({ shipped: 'anotherone' }).eq('slug', 'about').throwOnError()
  await page.goto(PAGES_PATH)
  await expect(page.getByText('Shipped text has changed')).toBeVisible()
  await open(page, 'about', 'fr')
  await page.getByRole('button', { name: 'Compare', exact: true }).first().click()
  await dialog.getByRole('group', { name: /Text/ }).getByLabel('Shipped text').check()
  await dialog.getByRole('button', { name: 'Put into the form' }).click()
  await expect(content(page)).toContainText('{newsletter_time}')
  await expect(page.getByText('The shipped text has changed')).toBeHidden()
  await page.getByRole('button', { name: 'Go back to the shipped text' }).click()
  await page.getByRole('button', { name: 'Use the shipped text' }).click()
  await expectToast(page, 'Readers see the shipped text again.')
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeFocused()
  await expect.poll(() => read(page, '/about?lang=fr')).not.toContain('Nous sommes AI Watch.')
})

test('an imprint is added, listed in the footer, renamed, deleted and brought back', async ({
  page,
  publication: _,
  expectConsoleError,
}) => {
  // An address that the site has itself is refused.
  expectConsoleError(/status of 400/)
  await signIn(page, DESK_ADMIN)
  await page.goto(PAGES_PATH)
  await page.getByRole('button', { name: 'Add page' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Admin')
  await expect(dialog.getByLabel('Address')).toHaveValue('admin')
  await dialog.getByRole('button', { name: 'Add page' }).click()
  await expect(dialog.getByText('This address belongs to the site itself.').first()).toBeVisible()
  await dialog.getByLabel('Address').fill('imprint')
  await dialog.getByLabel('Title').fill('Imprint')
  await dialog.getByRole('button', { name: 'Add page' }).click()
  await expect(content(page)).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('A text is required before readers can see the page').first()).toBeVisible()
  await write(page, 'Write to {contact_address}.')
  // The place in the footer is saved by itself, and is nobody else's version of the text.
  const settings = page.getByRole('form', { name: 'Address and footer' })
  await settings.getByLabel('Place in the footer').fill('1')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'The place in the footer is saved.')
  await expect(page.getByText('This page has changed')).toBeHidden()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expectToast(page, 'Page published.')
  await expect.poll(() => read(page, '/')).toMatch(/href="\/imprint"[^>]*>Imprint/)
  await expect.poll(() => read(page, '/sitemap.xml')).toContain('/imprint</loc>')

  const languages = page.getByRole('navigation', { name: 'Languages of the page' })
  await expect(languages.getByRole('link', { name: 'English' })).toHaveAttribute('aria-current', 'page')
  await languages.getByRole('link', { name: 'French' }).click()
  await expect(page).toHaveURL(editPagePath('imprint', 'fr'))
  await expect(content(page)).toContainText('Write the page')
  await expect(page.getByRole('heading', { level: 1, name: 'Imprint' })).toBeVisible()
  await languages.getByRole('link', { name: 'English' }).click()
  await expect(content(page)).toContainText('Write to {contact_address}.')

  await settings.getByLabel('Address').fill('legal-notice')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/legal-notice\/en$/)
  await expect
    .poll(() => page.request.get('/imprint').then((response) => response.url()))
    .toMatch(/legal-notice$/)

  await page.goto(PAGES_PATH)
  await page.getByRole('button', { name: 'Delete Imprint' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'Deleted pages' })).toBeVisible()
  const title = page.getByRole('heading', { name: 'Pages', level: 1 })
  await expect(title).toBeFocused()
  await expect.poll(() => page.request.get('/legal-notice').then((response) => response.status())).toBe(404)
  await page.getByRole('button', { name: 'Bring back Imprint (English)' }).click()
  await expectToast(page, 'The page is back as it was.')
  await expect(title).toBeFocused()
  await expect.poll(() => read(page, '/')).toMatch(/href="\/legal-notice"[^>]*>Imprint/)
})

test('what was typed stays in the browser, and two who save at once choose what stays', async ({
  page,
  publication,
}) => {
  const client = await signInElsewhere(publication)
  await client.from('pages').insert({ slug: 'team', title: 'Team', content: 'Old.' }).throwOnError()
  await signIn(page, DESK_ADMIN)
  await open(page, 'team')
  await write(page, 'Mine.')
  await expect(page.getByText('This browser keeps what you type.')).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('link', { name: 'All pages' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Pages', level: 1 })).toBeVisible()
  await client
    .from('pages')
    .update({ content: 'Theirs.', title: 'Our team' })
    .eq('slug', 'team')
    .throwOnError()
  await open(page, 'team')
  await expect(page.getByText('Your unsaved text is back')).toBeVisible()
  await expect(content(page)).toContainText('Mine.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  const dialog = page.getByRole('dialog', { name: 'Two versions of this page' })
  await dialog.getByRole('group', { name: /Title/ }).getByLabel('Saved by somebody else').check()
  await dialog.getByRole('button', { name: 'Save what is chosen' }).click()
  await expectToast(page, 'Draft saved.')
  const { data } = await client
    .from('pages')
    .select('title, content')
    .eq('slug', 'team')
    .single()
    .throwOnError()
  expect(data).toEqual({ title: 'Our team', content: 'Mine.' })
})

test('the list and the form are accessible', async ({ page, publication }) => {
  const client = await signInElsewhere(publication)
  const texts = { title: 'How we work', content: '## Rules\n\nBy {site_name}.' }
  await client
    .from('pages')
    .insert({ slug: 'how-we-work', published: true, position: 1, ...texts })
    .throwOnError()
  await signIn(page, DESK_ADMIN)
  await page.goto(PAGES_PATH)
  await expect(page.getByRole('link', { name: 'How we work: English Published' })).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await open(page, 'how-we-work')
  await expect(page.getByText('Nothing to report.')).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
})
