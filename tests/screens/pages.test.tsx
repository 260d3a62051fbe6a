import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { editPagePath, PAGES_PATH } from '#app/admin/kit/paths.ts'
import type { Page, PageRevision } from '#core/domain/page.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { expectToast } from './support/toasts.ts'

const aPage = (values: Partial<Page> = {}): Page => ({
  id: crypto.randomUUID(),
  slug: 'team',
  language: 'en',
  title: 'Team',
  description: '',
  content: 'Old.',
  published: false,
  position: null,
  shipped: null,
  created_at: '2026-11-20T09:00:00Z',
  updated_at: '2026-11-20T09:00:00Z',
  ...values,
})

const aRevision = (id: number, version: Page, event: PageRevision['event'] = 'changed'): PageRevision =>
  ({
    id,
    slug: version.slug,
    language: version.language,
    made_at: `2026-11-2${id}T09:00:00Z`,
    made_by: null,
    event,
    title: version.title,
    published: version.published,
    version,
  }) as PageRevision

/** The result of a check of the links of a text. */
const NO_LINKS = { 'check-links': { results: [] } }

const text = page.getByRole('textbox', { name: 'Text', exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')
const title = page.getByRole('heading', { level: 1, name: 'Pages' })
const path = () => window.location.pathname

test('a shipped page is edited in one language', async () => {
  const screen = await openScreen(PAGES_PATH, { functions: NO_LINKS })
  await page.getByRole('link', { name: 'About: French Shipped text' }).click()
  await expect.element(text).toMatchTextContent(/\{site_name\}/)
  await text.fill('Nous sommes {site_name}, et {sitename}.')
  await expect.element(page.getByText(/Nothing is filled in for \{sitename\}/)).toBeVisible()
  await text.fill('Nous sommes {site_name}.')
  await button('Publish').click()
  await expectToast('Page published.')
  expect(screen.tables.pages).toMatchObject([
    {
      slug: 'about',
      language: 'fr',
      published: true,
      content: 'Nous sommes {site_name}.',
      shipped: expect.any(String),
    },
  ])
  await text.fill('Une deuxième version.')
  await button('Update page').click()
  await expectToast('Page updated.')
})

test.each([375, 768])(
  'what follows the text of a page is below it on a screen of %i pixels',
  async (width) => {
    await page.viewport(width, 812)
    await openScreen(editPagePath('about', 'fr'), { functions: NO_LINKS })
    await expect.element(text).toMatchTextContent(/\{site_name\}/)
    const bottom = page
      .getByText(/^[\d,]+ words/)
      .element()
      .getBoundingClientRect().bottom
    const next = page.getByRole('heading', { name: 'Check', exact: true }).element().getBoundingClientRect()
    expect(next.top).toBeGreaterThan(bottom)
  },
)

test('a version is compared and put into the form, and the shipped text comes back', async () => {
  const first = aPage({
    slug: 'about',
    language: 'fr',
    title: 'À propos',
    content: 'Nous sommes {site_name}.',
    published: true,
    shipped: 'anotherone',
  })
  const second = { ...first, content: 'Une deuxième version.' }
  const screen = await openScreen(PAGES_PATH, {
    functions: NO_LINKS,
    tables: { pages: [second], page_revisions: [aRevision(2, second), aRevision(1, first, 'published')] },
  })
  // The edit began from another shipped text than the present one.
  await expect.element(page.getByText('Shipped text has changed')).toBeVisible()
  await screen.go(editPagePath('about', 'fr'))
  await page
    .getByRole('button', { name: /^Compare with the version of/ })
    .last()
    .click()
  await expect.element(dialog.getByText(/Nous sommes/).first()).toBeVisible()
  expect(await findProblems(), 'a comparison').toEqual([])
  await dialog.getByRole('button', { name: 'Put into the form' }).click()
  await expect.element(text).toMatchTextContent(/Nous sommes \{site_name\}\./)

  await expect.element(page.getByText(/^The shipped text has changed/)).toBeVisible()
  await button('Compare').first().click()
  await dialog.getByRole('group', { name: /Text/ }).getByLabelText('Shipped text').click()
  await dialog.getByRole('button', { name: 'Put into the form' }).click()
  await expect.element(text).not.toMatchTextContent(/Nous sommes/)
  await expect.element(page.getByText(/^The shipped text has changed/)).not.toBeInTheDocument()
  await button('Go back to the shipped text').click()
  await button('Use the shipped text').click()
  await expectToast('Readers see the shipped text again.')
  await expect.element(page.getByRole('heading', { name: 'Versions' })).toHaveFocus()
  expect(screen.tables.pages).toEqual([])
})

test('an own page is added under an address of its own, and published once it has a text', async () => {
  const screen = await openScreen(PAGES_PATH, {
    functions: NO_LINKS,
    respond: async (request) => {
      if (request.method !== 'POST' || !request.url.includes('/rest/v1/pages')) return undefined
      const { slug } = (await request.json()) as Page
      const message = 'new row for relation "pages" violates check constraint "pages_reserved_address"'
      return slug === 'admin' ? json({ code: '23514', message, details: null, hint: null }, 400) : undefined
    },
  })
  await button('Add page').click()
  await dialog.getByLabelText('Title').fill('Admin')
  await expect.element(dialog.getByLabelText('Address')).toHaveValue('admin')
  await dialog.getByRole('button', { name: 'Add page' }).click()
  await expect.element(dialog.getByText('This address belongs to the site itself.').first()).toBeVisible()
  await dialog.getByLabelText('Address').fill('imprint')
  await dialog.getByLabelText('Title').fill('Imprint')
  await dialog.getByRole('button', { name: 'Add page' }).click()
  await expect.element(text).toBeVisible()
  await button('Publish').click()
  await expect
    .element(page.getByText(/^A text is required before readers can see the page/).first())
    .toBeVisible()
  await text.fill('Write to {contact_address}.')
  // The place in the footer is saved by itself, and is nobody else's version of the text.
  const settings = page.getByRole('form', { name: 'Address and footer' })
  await settings.getByLabelText('Place in the footer').fill('1')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expectToast('The place in the footer is saved.')
  await expect.element(page.getByText(/^This page has changed/)).not.toBeInTheDocument()
  await button('Publish').click()
  await expectToast('Page published.')
  expect(screen.tables.pages).toMatchObject([
    { slug: 'imprint', position: 1, published: true, content: 'Write to {contact_address}.' },
  ])

  const languages = page.getByRole('navigation', { name: 'Languages of the page' })
  await expect
    .element(languages.getByRole('link', { name: 'English' }))
    .toHaveAttribute('aria-current', 'page')
  await languages.getByRole('link', { name: 'French' }).click()
  await expect.poll(path).toBe(editPagePath('imprint', 'fr'))
  await expect.element(text).toMatchTextContent(/^Write the page/)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Imprint' })).toBeVisible()
  await languages.getByRole('link', { name: 'English' }).click()
  await expect.element(text).toMatchTextContent(/Write to \{contact_address\}\./)

  await settings.getByLabelText('Address').fill('legal-notice')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect.poll(path).toBe(editPagePath('legal-notice', 'en'))
  expect(screen.tables.pages).toMatchObject([{ slug: 'legal-notice' }])
})

test('a page is deleted after a question, and brought back as it was', async () => {
  const imprint = aPage({ slug: 'imprint', title: 'Imprint', published: true, position: 1 })
  const screen = await openScreen(PAGES_PATH, { tables: { pages: [imprint] } })
  await expect.element(page.getByRole('link', { name: 'Imprint: English Published' })).toBeVisible()
  expect(await findProblems(), 'the list').toEqual([])
  await button('Delete Imprint').click()
  screen.tables.page_revisions?.push({ ...aRevision(1, imprint, 'deleted') })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('heading', { name: 'Deleted pages' })).toBeVisible()
  await expect.element(title).toHaveFocus()
  expect(screen.tables.pages).toEqual([])
  await button('Bring back Imprint (English)').click()
  await expectToast('The page is back as it was.')
  await expect.element(title).toHaveFocus()
  expect(screen.tables.pages).toMatchObject([
    { slug: 'imprint', title: 'Imprint', content: 'Old.', published: true, position: 1 },
  ])
})

test('what was typed stays in the browser, and two who save at once choose what stays', async () => {
  const screen = await openScreen(editPagePath('team', 'en'), { tables: { pages: [aPage()] } })
  await text.fill('Mine.')
  await expect.element(page.getByText(/This browser keeps what you type\./)).toBeVisible()
  await page.getByRole('link', { name: 'All pages' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect.element(title).toBeVisible()
  Object.assign(screen.tables.pages?.[0] ?? {}, {
    content: 'Theirs.',
    title: 'Our team',
    updated_at: '2026-11-21T09:00:00Z',
  })
  await screen.go(editPagePath('team', 'en'))
  await screen.reload()
  await expect.element(page.getByText(/^Your unsaved text is back/)).toBeVisible()
  await expect.element(text).toMatchTextContent(/Mine\./)
  await button('Save draft').click()
  const versions = page.getByRole('dialog', { name: 'Two versions of this page' })
  await versions.getByRole('group', { name: /Title/ }).getByLabelText('Saved by somebody else').click()
  await versions.getByRole('button', { name: 'Save what is chosen' }).click()
  await expectToast('Draft saved.')
  expect(screen.tables.pages).toMatchObject([{ title: 'Our team', content: 'Mine.' }])
})

test('the form is accessible', async () => {
  const content = '## Rules\n\nBy {site_name}.'
  await openScreen(editPagePath('how-we-work', 'en'), {
    tables: { pages: [aPage({ slug: 'how-we-work', title: 'How we work', content })] },
  })
  await expect.element(page.getByText('Nothing to report.')).toBeVisible()
  expect(await findProblems()).toEqual([])
})
