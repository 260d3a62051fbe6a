import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MyMembership } from '#core/domain/role.ts'
import { expectAddress } from './support/address.ts'
import { findProblems } from './support/find-problems.ts'
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
