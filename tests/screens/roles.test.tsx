import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ProposalWithExamples } from '#core/domain/glossary-term.ts'
import type { MyMembership } from '#core/domain/role.ts'
import { expectAddress } from './support/address.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { aMember } from './support/sessions.ts'

const FOR_ADMINISTRATORS = [
  'people',
  'settings/newsletter',
  'system',
  'access-tokens',
  'outbox',
  'pages',
  'import',
]
const EDITOR_MENU = ['Readers', 'Articles', 'Drafts', 'Trash', 'Media', 'Translations', 'Glossary', /Issues/]

const CASES: { member: Partial<MyMembership>; menu: (string | RegExp)[]; closed: string[] }[] = [
  {
    member: { role: 'editor' },
    menu: EDITOR_MENU,
    closed: [...FOR_ADMINISTRATORS, 'newsletter/subscribers'],
  },
  {
    member: { role: 'author' },
    menu: ['Articles', 'Drafts', 'Trash', 'Media'],
    closed: [...FOR_ADMINISTRATORS, 'readers', 'social', 'translations', 'glossary', 'newsletter'],
  },
  {
    member: { role: 'translator', languages: ['fr'] },
    menu: ['Translations', 'Glossary'],
    closed: [
      ...FOR_ADMINISTRATORS,
      'readers',
      'social',
      'articles',
      'articles/new',
      'drafts',
      'media',
      'newsletter',
    ],
  },
  {
    member: { role: 'newsletter', permissions: ['addresses'] },
    menu: [/Issues/, 'Subscribers'],
    closed: [...FOR_ADMINISTRATORS, 'readers', 'social', 'articles', 'translations', 'glossary', 'media'],
  },
]

test.each(CASES)(
  'the $member.role sees the screens of the role, and is told so at others',
  async ({ member, menu, closed }) => {
    const screen = await openScreen('/admin/account', { account: aMember(member) })
    const entries = page.getByRole('navigation', { name: 'Admin' }).getByRole('link')
    for (const name of ['My desk', ...menu])
      await expect.element(entries.filter({ hasText: name }).first()).toBeInTheDocument()
    await expect
      .element(entries.filter({ hasText: /Settings|People|System|Delivery|Integrations/ }))
      .not.toBeInTheDocument()

    const notForRole = page.getByRole('heading', { name: 'This screen is not part of your role' })
    for (const address of closed) {
      await screen.go(`/admin/${address}`)
      await expect.element(notForRole).toBeVisible()
    }
    expect(await findProblems()).toEqual([])
    await page.getByRole('link', { name: 'Go to My desk' }).click()
    await expectAddress('/admin/dashboard')
    await userEvent.keyboard('{Control>}k{/Control}')
    const commands = page.getByRole('dialog', { name: 'Commands' })
    await commands.getByRole('combobox').fill('settings')
    await expect.element(commands.getByRole('option', { name: /^Settings/ })).not.toBeInTheDocument()
  },
)

const STORY = {
  id: '30000000-0000-4000-8000-000000000001',
  slug: 'tides',
  language: 'en' as const,
  title: 'Tides of power',
  subtitle: null,
  excerpt: 'How the sea makes light.',
  content: 'The sea moves twice a day.',
  category: 'tech',
  author: 'Nora',
  reading_time: '3 min read',
  hero_image: null,
  publish_date: '2026-11-20T09:00:00Z',
  created_at: '2026-11-20T09:00:00Z',
  updated_at: '2026-11-20T09:00:00Z',
  published: true,
  featured: false,
  original_article_id: null,
}
const TRANSLATOR = aMember({ role: 'translator', languages: ['fr'], name: 'Emil' })

test('an author is offered nothing of an editor in a new article, and reads what others have published', async () => {
  const screen = await openScreen('/admin/articles/new', {
    account: aMember({ role: 'author' }),
    tables: { articles: [STORY] },
    calls: { may_write_article: false },
  })
  await expect.element(page.getByRole('button', { name: 'Save draft', exact: true })).toBeVisible()
  for (const name of ['Publish', 'Create Article', 'Schedule'])
    await expect.element(page.getByRole('button', { name, exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByRole('checkbox', { name: /[Ff]eature/ })).not.toBeInTheDocument()
  await expect.element(page.getByRole('tab', { name: /Translations/ })).not.toBeInTheDocument()
  expect(await findProblems()).toEqual([])

  await screen.go('/admin/articles/edit/tides')
  await expect.element(page.getByText('You can read this here, and not change it.')).toBeVisible()
  await screen.go('/admin/articles')
  await expect.element(page.getByRole('link', { name: /Tides of power/ }).first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: /Delete/ })).not.toBeInTheDocument()
})

test('a translator reads an original, and sees the own language alone', async () => {
  const screen = await openScreen('/admin/articles/edit/tides', {
    account: TRANSLATOR,
    tables: { articles: [STORY] },
    calls: { may_write_article: false },
  })
  await expect.element(page.getByRole('heading', { name: STORY.title })).toBeVisible()
  await expect.element(page.getByText(STORY.content)).toBeVisible()
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument()
  expect(await findProblems()).toEqual([])
  await expect
    .element(page.getByRole('link', { name: 'Translate into French' }))
    .toHaveAttribute('href', `/admin/translations/${STORY.id}/fr`)
  await screen.go('/admin/translations')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Translations' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Review and style' })).not.toBeInTheDocument()
  await expect.element(page.getByText(/German/)).not.toBeInTheDocument()
})

test('a translator proposes a term, and decides about none; the same again is refused and what is typed stays', async () => {
  const proposals: ProposalWithExamples[] = []
  const screen = await openScreen('/admin/glossary', {
    account: TRANSLATOR,
    calls: { list_glossary_proposals: () => ({ total: proposals.length, proposals }) },
    respond: async (request) => {
      if (request.method !== 'POST' || !request.url.endsWith('/glossary_proposals')) return
      const { language, before, after, term, why } = await request.json()
      if (proposals.length > 0)
        return json({ code: '23505', message: 'duplicate key', details: null, hint: null }, 409)
      const proposal = { id: crypto.randomUUID(), language, before, after, term, why }
      proposals.push({ ...proposal, proposed_by: 'Emil', articles: 0, examples: [] })
      return json(null, 204)
    },
  })
  const dialog = page.getByRole('dialog', { name: 'Propose a term' })
  const propose = async () => {
    await page.getByRole('button', { name: 'Propose a term' }).click()
    await dialog.getByRole('textbox', { name: 'English term' }).fill('weights')
    await dialog.getByRole('textbox', { name: /^Translate it as/ }).fill('poids')
    await dialog.getByRole('textbox', { name: /^Why/ }).fill('As in papers.')
  }
  await propose()
  expect(await findProblems()).toEqual([])
  await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const own = page.getByRole('listitem').filter({ hasText: 'poids' }).first()
  await expect.element(own).toMatchTextContent(/proposed by Emil.*As in papers\./)
  await expect.element(own.getByRole('button', { name: /Accept|Reject/ })).not.toBeInTheDocument()
  await propose()
  await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect.element(dialog).toMatchTextContent(/This was proposed before/)
  await expect.element(dialog.getByRole('textbox', { name: 'English term' })).toHaveValue('weights')
  expect(screen.sentTo('v1/glossary_proposals').at(0)).toMatchObject({ language: 'fr', why: 'As in papers.' })
})

test('an author is offered changes of their own pictures only', async () => {
  const theirs = {
    id: '30000000-0000-4000-8000-000000000002',
    name: 'articles/theirs.png',
    type: 'image/png',
    size: 1000,
    uploaded_at: '2026-11-20T09:00:00Z',
    updated_at: '2026-11-20T09:00:00Z',
    alts: {},
    captions: {},
    focus_x: 50,
    focus_y: 50,
    original_name: 'theirs.png',
    use: 'none' as const,
    in_articles: 0,
    in_drafts: 0,
    in_trash: 0,
    in_revisions: 0,
    in_copies: 0,
    in_pages: 0,
    changeable: false,
  }
  await openScreen('/admin/media', {
    account: aMember({ role: 'author' }),
    tables: { media_library: [theirs], media_files: [{ id: theirs.id, name: theirs.name }] },
    respond: ({ method, url }) =>
      method === 'GET' && url.includes('/storage/v1/') ? new Response(null, { status: 404 }) : undefined,
  })
  const picture = page.getByRole('link', { name: /theirs\.png/ })
  await expect.element(picture).toBeVisible()
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
  await picture.click()
  await expect.element(page.getByText(/It is changed by editors/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /Delete|Save/ })).not.toBeInTheDocument()
  expect(await findProblems()).toEqual([])
})
