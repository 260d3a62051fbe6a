import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Member } from '#core/data/members.ts'
import type { Invitation } from '#core/domain/role.ts'
import { expectAddress } from './support/address.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { announceChange } from './support/realtime.ts'
import { ADMIN, aMember } from './support/sessions.ts'
import { SAVES_SETTINGS, storedSettings } from './support/settings.ts'
import { expectToast } from './support/toasts.ts'

const aRow = (member: Partial<Member>): Member => ({
  user_id: crypto.randomUUID(),
  email: 'tom@example.org',
  name: 'Tom',
  role: 'author',
  languages: [],
  permissions: [],
  status: 'active',
  created_at: '2026-11-20T09:00:00Z',
  last_sign_in_at: '2026-11-21T09:00:00Z',
  has_factor: false,
  ...member,
})
const OWN_ROW = aRow({
  user_id: ADMIN.member?.user_id ?? null,
  email: ADMIN.email,
  name: 'Ada',
  role: 'admin',
})
const anInvitation = (member: Partial<Member>) =>
  aRow({ user_id: null, status: 'invited', last_sign_in_at: null, ...member })

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const person = (name: string) =>
  page.getByRole('list', { name: 'Who works here' }).getByRole('listitem').filter({ hasText: name })
const dialog = page.getByRole('dialog')

test('a translator is invited with languages, and the link is shown where no mail leaves', async () => {
  const members = [OWN_ROW]
  const link = 'http://127.0.0.1:3000/admin/invitation?token_hash=abc'
  const screen = await openScreen('/admin/people', {
    calls: { list_members: () => members },
    tables: {
      profiles: [{ user_id: ADMIN.member?.user_id ?? '', language: 'en' }],
      mail_deliveries: [{ id: 'm1', message_id: '<m1>' }],
      outbox_mails: [{ message_id: '<m1>', body_text: `Welcome: ${link}\n` }],
    },
    functions: {
      'invite-member': ({ email, role, languages }: Invitation) => {
        members.push(anInvitation({ email, name: email, role, languages }))
        return { success: true, mailId: 'm1' }
      },
    },
  })
  await page.getByLabelText('Email').fill('emil@example.org')
  await page.getByLabelText('Role').selectOptions('Translator')
  await button('Send the invitation').click()
  await expect.element(page.getByText('Please choose at least one language.').first()).toBeVisible()
  const languageOfMails = page.getByLabelText('Language of mails to them')
  await expect.element(languageOfMails).toHaveValue('en')
  await page.getByRole('checkbox', { name: 'French' }).click()
  await expect.element(languageOfMails).toHaveValue('fr')
  await languageOfMails.selectOptions('Deutsch')
  await button('Send the invitation').click()
  await expect
    .element(page.getByRole('list', { name: 'Invitations' }))
    .toMatchTextContent(/emil@example\.org.*Translator \(French\)/)
  expect(screen.sentTo('invite-member')).toEqual([
    { email: 'emil@example.org', role: 'translator', languages: ['fr'], permissions: [], mailLanguage: 'de' },
  ])
  await expect.element(page.getByText('The invitation is in the outbox')).toBeVisible()
  await expect.element(page.getByLabelText('Link of the invitation')).toHaveValue(link)
  expect(await findProblems()).toEqual([])
})

test('with the first translator of a language it is asked whether its translations wait for a review', async () => {
  const gina = { user_id: crypto.randomUUID(), name: 'Gina', role: 'translator', languages: ['fr'] }
  const screen = await openScreen('/admin/people', {
    calls: { ...SAVES_SETTINGS, list_colleagues: [gina] as never, list_members: () => [OWN_ROW] },
    tables: { settings: [{ key: 'translation_review', value: { it: false, pt: true } }] },
    functions: { 'invite-member': { success: true } },
  })
  const question = (language: string) =>
    page.getByRole('group', { name: `Review before publishing in ${language}` })
  const invite = async (email: string) => {
    await page.getByLabelText('Email').fill(email)
    await page.getByLabelText('Role').selectOptions('Translator')
    for (const language of ['Spanish', 'French', 'German', 'Italian', 'Portuguese'])
      await page.getByRole('checkbox', { name: language }).click()
  }
  const send = async (email: string) => {
    await button('Send the invitation').click()
    await expectToast(`An invitation to ${email} is on its way.`)
  }
  await invite('emil@example.org')
  // French has a translator, and for Portuguese the choice was that translations wait. An earlier choice stays until somebody changes it.
  for (const language of ['French', 'Portuguese'])
    await expect.element(question(language)).not.toBeInTheDocument()
  await expect.element(question('Spanish').getByRole('radio', { name: 'After review' })).toBeChecked()
  await expect.element(question('Italian').getByRole('radio', { name: 'At once' })).toBeChecked()
  expect(await findProblems()).toEqual([])
  await send('emil@example.org')
  expect(storedSettings(screen)).toEqual({ translation_review: { it: false, pt: true } })

  await invite('paula@example.org')
  await question('German').getByRole('radio', { name: 'At once' }).click()
  await question('Italian').getByRole('radio', { name: 'After review' }).click()
  await send('paula@example.org')
  expect(storedSettings(screen)).toEqual({ translation_review: { pt: true, de: false } })
})

test('somebody who has a role already is not invited, and says so at the field; a mail on its way is told', async () => {
  await openScreen('/admin/people', {
    functions: {
      'invite-member': ({ email }: Invitation) =>
        email === ADMIN.email ? json({ error: 'This person has a role already.' }, 409) : { success: true },
    },
  })
  await page.getByLabelText('Email').fill(ADMIN.email)
  await button('Send the invitation').click()
  await expect.element(page.getByLabelText('Email')).toHaveAccessibleDescription(/has a role already/)
  await page.getByLabelText('Email').fill('paula@example.org')
  await button('Send the invitation').click()
  await expectToast('An invitation to paula@example.org is on its way.')
})

test('an invitation is changed before it is accepted, and withdrawn', async () => {
  const invited = anInvitation({ email: 'emil@example.org', role: 'translator', languages: ['fr'] })
  const members = [OWN_ROW, invited]
  await openScreen('/admin/people', {
    calls: {
      list_members: () => members,
      change_invitation: ({ p_languages }) => {
        invited.languages = p_languages ?? []
        return { changed: true }
      },
      withdraw_invitation: () => ({ withdrawn: members.splice(1, 1).length > 0 }),
    },
  })
  await button('Change the invitation to emil@example.org').click()
  await dialog.getByRole('checkbox', { name: 'German' }).click()
  expect(await findProblems()).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(page.getByRole('list', { name: 'Invitations' }))
    .toMatchTextContent(/Translator \(French and German\)/)
  await button('Withdraw the invitation to emil@example.org').click()
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expectToast('The invitation to emil@example.org is withdrawn.')
})

test('the list follows by itself, and a role is changed with what belongs to it', async () => {
  const members = [OWN_ROW]
  const emil = aRow({ email: 'emil@example.org', name: 'Emil', role: 'translator', languages: ['fr'] })
  const screen = await openScreen('/admin/people', {
    calls: {
      list_members: () => members,
      list_people: [{ user_id: OWN_ROW.user_id, name: 'Ada', picture: 'ada/1.jpg' }] as never,
      change_member: ({ p_role, p_permissions }) => {
        Object.assign(emil, { role: p_role, languages: [], permissions: p_permissions })
        return { changed: true }
      },
    },
  })
  await expect.element(person('Ada')).toMatchTextContent(/You.*Administrator.*Last sign-in/)
  await expect
    .poll(() => document.querySelector('li img')?.getAttribute('src') ?? '')
    .toMatch(/profile-pictures\/ada\/1\.jpg$/)
  members.push(emil)
  await announceChange('user_roles')
  await expect.element(person('Emil')).toMatchTextContent(/Translator \(French\)/)
  await button('Change Emil').click()
  await dialog.getByLabelText('Role').selectOptions('Newsletter')
  await dialog.getByRole('checkbox', { name: 'Sees the addresses of subscribers' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(person('Emil')).toMatchTextContent(/Newsletter, sees the addresses of subscribers/)
  expect(screen.sentTo('change_member')).toMatchObject([
    { p_user_id: emil.user_id, p_role: 'newsletter', p_permissions: ['addresses'] },
  ])
})

test('who gets another role while the desk is open is told, and sees the screens of that one', async () => {
  const account = aMember({ role: 'translator', languages: ['fr'] })
  const screen = await openScreen('/admin/glossary', { account })
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await expect.element(menu.getByRole('link', { name: 'Translations' })).toBeVisible()
  await expect.element(menu.getByRole('link', { name: 'Settings' })).not.toBeInTheDocument()
  screen.answers.calls.find_my_membership = {
    ...account.member,
    role: 'newsletter',
    permissions: ['addresses'],
  } as never
  await announceChange('user_roles')
  await expectToast('Your role has changed')
  await expect
    .element(page.getByRole('heading', { name: 'This screen is not part of your role' }))
    .toBeVisible()
  await expect.element(menu.getByRole('link', { name: 'Subscribers' })).toBeVisible()
  await expect.element(menu.getByRole('link', { name: 'Translations' })).not.toBeInTheDocument()
  expect(await findProblems()).toEqual([])
})

test('who loses the role is told where an unsaved text is', async () => {
  const screen = await openScreen('/admin/articles/new', { account: aMember({ role: 'author' }) })
  await page.getByLabelText('Title', { exact: true }).fill('The quiet reactor')
  await expect.element(page.getByText(/Saved for you at/).first()).toBeVisible()
  screen.answers.calls.find_my_membership = null as never
  await announceChange('user_roles')
  await expect.element(page.getByText('You have no role here')).toBeVisible()
  await expect.element(button('Save “The quiet reactor” as a file')).toBeVisible()
  expect(await findProblems()).toEqual([])
})

test('an administrator reads the unsaved text of somebody who left, and goes on with it', async () => {
  const copy = {
    id: 'c0000000-0000-4000-8000-000000000001',
    owner: 'c0000000-0000-4000-8000-000000000002',
    name: 'Ana',
    article_id: 'c0000000-0000-4000-8000-000000000003',
    title: 'The quiet reactor',
    since: null,
    updated_at: '2026-11-27T09:00:00Z',
    article: null,
  }
  const form = { title: copy.title, content: 'It hums.' }
  const screen = await openScreen('/admin/people', {
    calls: {
      list_orphaned_copies: [copy],
      read_orphaned_copy: form,
      adopt_orphaned_copy: () => {
        screen.tables.working_copies?.push({
          ...copy,
          owner: ADMIN.member?.user_id,
          form,
          created_at: copy.updated_at,
        })
        return { adopted: true }
      },
    },
  })
  const texts = page.getByRole('list', { name: 'Unsaved texts of others' })
  await expect.element(texts).toMatchTextContent(/The quiet reactor.*by Ana/)
  await button('Read “The quiet reactor”').click()
  await expect.element(dialog.getByRole('textbox')).toHaveValue('It hums.')
  expect(await findProblems()).toEqual([])
  await button('Close').click()
  await button('Go on with “The quiet reactor”').click()
  await expectAddress(`/admin/articles/new?copy=${copy.id}`)
  await expect.element(page.getByLabelText('Title', { exact: true })).toHaveValue('The quiet reactor')
})

test('an administrator without a second factor does not demand one of administrators', async () => {
  const screen = await openScreen('/admin/people', {
    calls: {
      set_second_factor_roles: ({ p_roles }) => {
        if (!p_roles.includes('admin')) return null as never
        const message = 'Set up a second factor of your own first.'
        return json({ code: 'P0001', message, details: null, hint: null }, 400)
      },
    },
  })
  await page.getByRole('checkbox', { name: 'Administrator' }).click()
  await expect.element(page.getByText(/second factor of your own first/).first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'Editor' }).click()
  await expectToast('It is demanded from now on, also of those who are signed in.')
  expect(screen.sentTo('set_second_factor_roles')).toEqual([{ p_roles: ['admin'] }, { p_roles: ['editor'] }])
})

test('a role that demands a second factor, from now on or already, opens nothing but the account without one', async () => {
  const account = aMember({ role: 'editor' })
  const screen = await openScreen('/admin/articles', { account })
  await expect.element(page.getByRole('heading', { name: 'Articles', level: 1 })).toBeVisible()
  screen.answers.calls.find_my_membership = { ...account.member, needs_factor: true } as never
  await announceChange('user_roles')
  await expectAddress('/admin/account#second-factor')
  await expect.element(page.getByText('Set up a second factor first')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Articles' })).not.toBeInTheDocument()
  await screen.go('/admin/drafts')
  await expectAddress('/admin/account#second-factor')
  expect(await findProblems()).toEqual([])
})

test('the last administrator stays, and who owns articles is removed once somebody takes them over', async () => {
  const tom = aRow({})
  const members = [OWN_ROW, tom]
  const screen = await openScreen('/admin/people', {
    calls: {
      list_members: () => members,
      remove_member: ({ p_user_id, p_heir }) => {
        const refuse = (code: string, details: string) =>
          json({ code, message: 'Refused', details, hint: null }, code === '23503' ? 409 : 400)
        if (p_user_id !== tom.user_id) return refuse('23001', '')
        if (!p_heir) return refuse('23503', '1')
        members.splice(1, 1)
        return { removed: true }
      },
    },
  })
  await button('Remove Ada').click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(dialog).toMatchTextContent(/The last administrator cannot be removed\./)
  await userEvent.keyboard('{Escape}')
  await expect.element(person('Ada')).toBeVisible()

  await button('Remove Tom').click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(dialog).toMatchTextContent(/Tom owns 1 article that is not published\./)
  expect(await findProblems()).toEqual([])
  await dialog.getByLabelText('Who takes over the articles').selectOptions(ADMIN.email)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(person('Tom')).not.toBeInTheDocument()
  expect(screen.sentTo('remove_member').at(-1)).toEqual({
    p_user_id: tom.user_id,
    p_heir: ADMIN.member?.user_id,
  })
})
