import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CODE, PASSWORD } from './support/auth.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { ADMIN, withFactor } from './support/sessions.ts'
import { expectToast } from './support/toasts.ts'

const USER = ADMIN.member?.user_id ?? ''
const PROFILE = {
  user_id: USER,
  display_name: null,
  byline: null,
  fediverse: null,
  language: 'en' as const,
  wants_mails: true,
  picture: null,
}
const PIXEL = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
)

const profile = page.getByRole('region', { name: 'Profile' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const save = () => profile.getByRole('button', { name: 'Save the profile' }).click()

test('a profile is saved with a name, a byline and an account in the fediverse, each refused at its field', async () => {
  const screen = await openScreen('/admin/account', {
    tables: { profiles: [PROFILE] },
    respond: async (request) => {
      if (request.method !== 'PATCH') return
      const { display_name, byline } = await request.json()
      const taken = display_name === 'nora' ? 'profiles_names' : byline === 'Nora' ? 'profiles_bylines' : ''
      if (!taken) return
      const message = `duplicate key value violates unique constraint "${taken}"`
      return json({ code: '23505', message, details: null, hint: null }, 409)
    },
  })
  const name = profile.getByLabelText('Name', { exact: true })
  const fediverse = profile.getByLabelText('Account in the fediverse')
  const byline = profile.getByLabelText('Byline')
  await name.fill('nora')
  await save()
  await expect.element(name).toHaveAccessibleDescription(/A colleague has this name/)
  await name.fill('ana@example.org')
  await save()
  await expect.element(name).toHaveAccessibleDescription(/would look like an address/)
  await name.fill('Ana Lima')
  await fediverse.fill('ana@example.social')
  await save()
  await expect.element(fediverse).toHaveAccessibleDescription(/Write it like @ana@example\.social/)
  await expect.element(fediverse).toBeInvalid()
  expect(await findProblems()).toEqual([])
  await fediverse.fill('@ana@example.social')
  await byline.fill('Nora')
  await save()
  await expect.element(byline).toHaveAccessibleDescription(/A colleague writes under this byline/)
  await byline.fill('A. Lima')
  await profile.getByLabelText('Language of mails to you').selectOptions('pt')
  await profile.getByRole('checkbox', { name: /Mails about work/ }).click()
  screen.answers.calls.find_my_membership = { ...ADMIN.member, name: 'Ana Lima' } as never
  await save()
  await expectToast('Your profile is saved.')
  expect(screen.tables.profiles).toMatchObject([
    {
      display_name: 'Ana Lima',
      byline: 'A. Lima',
      fediverse: '@ana@example.social',
      language: 'pt',
      wants_mails: false,
    },
  ])
  // The byline is that of new articles, and the menu shows the name.
  await expect.element(page.getByText('Ana Lima').first()).toBeInTheDocument()
  await screen.go('/admin/articles/new')
  await expect.element(page.getByLabelText('Author')).toHaveValue('A. Lima')
})

test('a picture is stored small, and what is none is refused', async () => {
  const stored: Blob[] = []
  const screen = await openScreen('/admin/account', {
    tables: { profiles: [PROFILE] },
    respond: async (request) => {
      const { pathname } = new URL(request.url)
      if (!pathname.startsWith('/storage/v1/object/')) return
      if (request.method === 'GET') return new Response(PIXEL, { headers: { 'content-type': 'image/png' } })
      stored.push(...[...(await request.formData()).values()].filter((value) => value instanceof Blob))
      const name = pathname.slice('/storage/v1/object/'.length)
      return json({ Id: crypto.randomUUID(), Key: name })
    },
  })
  const choose = profile.getByLabelText('Choose a picture').last()
  await choose.upload(new File([PIXEL], 'ana.png', { type: 'image/png' }))
  await expectToast('Your picture is saved.')
  expect(stored.map(({ type }) => type)).toEqual(['image/jpeg'])
  expect(String(screen.tables.profiles?.[0]?.picture)).toMatch(new RegExp(`^${USER}/\\d+\\.jpg$`))
  await choose.upload(new File(['no picture'], 'ana.txt', { type: 'text/plain' }))
  await expect.element(profile.getByText(/This file is no picture/).first()).toBeVisible()
})

test('a second factor is set up, with recovery codes that have to be kept, and removed', async () => {
  const screen = await openScreen('/admin/account', { tables: { profiles: [PROFILE] } })
  await expect.element(page.getByText('No second factor is set up.')).toBeVisible()
  await button('Set up an authenticator').click()
  await button('Continue').click()
  const code = page.getByLabelText('Code', { exact: true })
  await code.fill('000000')
  await userEvent.keyboard('{Enter}')
  await expect.element(code).toHaveAccessibleDescription(/not right/)
  expect(await findProblems()).toEqual([])
  await button('Cancel').click()
  await button('Set up an authenticator').click()
  await button('Continue').click()
  await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await code.fill(CODE)
  await button('Verify and turn on').click()
  await expect.element(page.getByRole('heading', { name: 'Your recovery codes' })).toHaveFocus()
  await expect.element(button('Done')).toBeDisabled()
  expect(await findProblems()).toEqual([])
  await page.getByRole('checkbox', { name: /I have kept these codes/ }).click()
  await button('Done').click()
  await expect.element(page.getByText('10 of 10 are left.')).toBeVisible()
  expect(await findProblems()).toEqual([])

  await button('Remove Phone').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('No second factor is set up.')).toBeVisible()
  // The one that was begun and given up, and the one that was set up.
  expect(screen.sent.filter(({ method }) => method === 'DELETE')).toHaveLength(2)
})

test('recovery codes are renewed after a question', async () => {
  const screen = await openScreen('/admin/account', {
    account: withFactor(ADMIN),
    tables: { profiles: [PROFILE] },
    respond: ({ method, url }) =>
      method === 'POST' && url.endsWith('/recovery-codes')
        ? json({ code: 'mfa_verified_factor_exists', message: 'There are recovery codes already' }, 422, {
            'x-supabase-api-version': '2024-01-01',
          })
        : undefined,
  })
  await button('Make new codes').click()
  expect(await findProblems()).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click()
  await expect.element(page.getByRole('heading', { name: 'Your recovery codes' })).toHaveFocus()
  expect(screen.sentTo('recovery-codes/regenerate')).toHaveLength(1)
})

test('a password is changed with the current one', async () => {
  const screen = await openScreen('/admin/account', { tables: { profiles: [PROFILE] } })
  await page.getByLabelText('Current password').fill(PASSWORD)
  await page.getByLabelText('New password', { exact: true }).fill('rook lantern seventy plum')
  await button('Change password').click()
  await expectToast('Your password is changed. All other sessions have ended.')
  expect(screen.sentTo('auth/v1/user')).toMatchObject([
    { password: 'rook lantern seventy plum', current_password: PASSWORD },
  ])
})

test('other sessions are listed and can be ended', async () => {
  const aSession = (more: object) => ({
    id: crypto.randomUUID(),
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0',
    ip: '192.0.2.7',
    created_at: '2026-11-28T08:00:00Z',
    last_used_at: '2026-11-28T09:00:00Z',
    aal: 'aal1' as const,
    is_current: false,
    ...more,
  })
  const sessions = [aSession({ is_current: true }), aSession({})]
  const screen = await openScreen('/admin/account', {
    tables: { profiles: [PROFILE] },
    calls: { list_my_sessions: () => sessions },
  })
  const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect.element(rows).toHaveLength(2)
  await expect.element(rows.first()).toMatchTextContent(/Chrome on Linux.*This one/i)
  await button('Sign out others').click()
  await expect.element(button('Cancel')).toHaveFocus()
  sessions.pop()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect.element(rows).toHaveLength(1)
  expect(screen.sent.map(({ path }) => path)).toContain('auth/v1/logout')
})
