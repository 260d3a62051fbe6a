import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Backup, Backups } from '#core/domain/backup.ts'
import type { Dashboard } from '#core/domain/dashboard.ts'
import { expectAddress } from './support/address.ts'
import { PASSWORD } from './support/auth.ts'
import { EMPTY_DESK } from './support/empty-desk.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { ADMIN, aMember } from './support/sessions.ts'
import { expectToast } from './support/toasts.ts'

const EMPTY = EMPTY_DESK.functions['read-backups'] as Backups
const DESK = EMPTY_DESK.functions['read-desk'] as Dashboard

const aBackup = (backup: Partial<Backup> = {}): Backup => ({
  id: crypto.randomUUID(),
  status: 'done',
  is_scheduled: false,
  requested_at: new Date().toISOString(),
  requested_by: ADMIN.email,
  ended_at: new Date().toISOString(),
  error: null,
  made_at: new Date().toISOString(),
  bytes: 40_000,
  encrypted: true,
  verified_at: new Date().toISOString(),
  place: '/srv/ai-watch/backups',
  host: null,
  file: 'ai-watch-2026-11-28.backup',
  is_here: true,
  ...backup,
})
const FAILED = {
  kind: 'failed' as const,
  began_at: '2026-11-28T09:00:00Z',
  reason: 'A part of the path is not a folder.',
}

const section = (name: string) => page.getByRole('region', { name, exact: true })
const now = page.getByRole('button', { name: 'Back up now' })

test('a backup is made on the desk, and downloaded with the password', async () => {
  const backups = { ...EMPTY }
  const sent: [string, FormDataEntryValue | null][] = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    sent.push([new URL(this.action).pathname, new FormData(this).get('token')])
  })
  await openScreen('/admin/backups', {
    functions: {
      'read-backups': () => backups,
      'start-backup': () => {
        backups.kept = [aBackup()]
        return { id: backups.kept[0]?.id }
      },
      'open-backup-download': ({ password }: { password: string }) =>
        password === PASSWORD
          ? { token: 'once' }
          : json({ error: 'The password is wrong.', code: 'wrong_password' }, 400),
    },
  })
  await expect.element(section('Last backup')).toMatchTextContent(/has not made a backup yet/)
  now.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(section('Last backup')).toMatchTextContent(/(now|ago).*Verified.*Encrypted/s)
  await expect.element(page.getByRole('status').filter({ hasText: 'The backup is made.' })).toHaveLength(1)
  await expect.element(now).toHaveFocus()
  const kept = section('Kept backups').getByRole('listitem')
  await expect.element(kept).toHaveLength(1)
  await expect.element(kept).toMatchTextContent(new RegExp(`Asked for by ${ADMIN.email}`))
  expect(await findProblems()).toEqual([])

  const ask = kept.getByRole('button', { name: /^Download the backup of/ })
  const dialog = page.getByRole('dialog', { name: 'Download this backup?' })
  ask.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByLabelText('Your password')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(ask).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await dialog.getByLabelText('Your password').fill('a wrong password')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('The password is wrong.').first()).toBeVisible()
  expect(await findProblems()).toEqual([])
  await dialog.getByLabelText('Your password').fill(PASSWORD)
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(ask).toHaveFocus()
  expect(sent).toEqual([['/functions/v1/download-backup', 'once']])
})

test('a failed backup is named until there is a good one', async () => {
  const backups = { ...EMPTY }
  await openScreen('/admin/backups', {
    functions: {
      'read-backups': () => backups,
      'start-backup': () => {
        Object.assign(backups, backups.trouble ? { trouble: null, kept: [aBackup()] } : { trouble: FAILED })
        return { id: crypto.randomUUID() }
      },
    },
  })
  await now.click()
  await expect.element(page.getByText('A backup has failed').first()).toBeVisible()
  await expect.element(page.getByText(FAILED.reason)).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: 'A backup has failed' })).toHaveLength(1)
  expect(await findProblems()).toEqual([])
  await now.click()
  await expect.element(section('Last backup')).toMatchTextContent(/now|ago/)
  await expect.element(page.getByText(/A backup has failed/)).not.toBeInTheDocument()
})

test('the daily backup is chosen from the dashboard, where a failed one waits afterwards', async () => {
  const backups = { ...EMPTY }
  const waiting = { ...DESK.waiting }
  const screen = await openScreen('/admin/dashboard', {
    functions: {
      'read-desk': () => ({ ...DESK, waiting }),
      'read-backups': () => backups,
      'save-backup-schedule': ({ daily_at }: { daily_at: string | null }) => {
        Object.assign(backups, { decided: true, daily_at, next_at: daily_at && '2026-11-29T03:15:00Z' })
        waiting.setUp = waiting.setUp.filter((gap) => gap !== 'backups')
        waiting.backup = FAILED
        return {}
      },
    },
  })
  const list = page.getByRole('region', { name: 'Waiting for you' })
  const undecided = list.getByRole('link', { name: /^Automatic backups are not set up/ })
  await undecided.click()
  await expectAddress('/admin/backups#schedule')
  const form = page.getByRole('form', { name: 'Daily backup' })
  await form.getByLabelText('At').fill('04:15')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('The daily backup was saved.')
  expect(screen.sentTo('save-backup-schedule')).toEqual([{ daily_at: '04:15' }])
  await expect.element(form).toMatchTextContent(/The next one is made on/)
  await form.getByLabelText('A backup is made').selectOptions('Never; another program makes them')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(form).toMatchTextContent(/None is made by itself\./)
  expect(screen.sentTo('save-backup-schedule').at(-1)).toEqual({ daily_at: null })
  await screen.go('/admin/dashboard')
  await expect
    .element(list.getByRole('link', { name: /^A backup has failed/ }))
    .toHaveAttribute('href', '/admin/backups')
  await expect.element(undecided).not.toBeInTheDocument()
})

test('on a restored site nothing goes on before an administrator lets it, which a wrong clock does not allow', async () => {
  let isClockBehind = true
  let restoration: { made_at: string } | null = { made_at: '2026-11-27T09:00:00Z' }
  const screen = await openScreen('/admin/dashboard', {
    calls: {
      find_restoration: () => restoration as never,
      confirm_restoration: () => {
        if (isClockBehind) return { status: 'clock_behind', made_at: '2026-11-27T09:00:00Z' }
        restoration = null
        return { status: 'confirmed' }
      },
    },
  })
  const goOn = page.getByRole('button', { name: 'Let it go on' })
  await expect.element(goOn).toBeVisible()
  expect(await findProblems()).toEqual([])
  await expect
    .element(page.getByText(/^Work that you start yourself is done at once: invitations/))
    .toBeVisible()
  await goOn.click()
  await expectToast(/The clock of this server is wrong: it is before .*Nov.* 27.*Nothing was sent\./)
  isClockBehind = false
  await goOn.click()
  await expect.element(goOn).not.toBeInTheDocument()
  expect(screen.sentTo('confirm_restoration')).toHaveLength(2)
})

test('others see that a restored site is held, and cannot let it go on', async () => {
  await openScreen('/admin/dashboard', {
    account: aMember({ role: 'newsletter' }),
    calls: { find_restoration: { made_at: '2026-11-27T09:00:00Z', restored_at: '2026-11-27T10:00:00Z' } },
  })
  await expect.element(page.getByText('This site was restored from a backup')).toBeVisible()
  await expect.element(page.getByText('An administrator can let it go on.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Let it go on' })).not.toBeInTheDocument()
})
