import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AuditEntry } from '#core/domain/audit-log.ts'
import { expectAddress } from './support/address.ts'
import { recordDownloads } from './support/downloads.ts'
import { findProblems } from './support/find-problems.ts'
import { openScreen } from './support/open-screen.tsx'
import { announceChange } from './support/realtime.ts'
import { ADMIN } from './support/sessions.ts'

const ARTICLE = 'e0000000-0000-4000-8000-000000000001'

let count = 0
const anEntry = (entry: Partial<AuditEntry>): AuditEntry => {
  count += 1
  return {
    id: count,
    happened_at: '2026-11-28T09:00:00Z',
    actor: ADMIN.member?.user_id ?? null,
    actor_name: ADMIN.email,
    kind: 'articles',
    action: 'publish_article',
    did: 'published “One”',
    subject_id: null,
    subject_name: null,
    reason: null,
    details: {},
    ...entry,
  }
}

const entries = page.getByRole('region', { name: 'Entries of the audit log' }).getByRole('listitem')
const search = page.getByLabelText('Search the audit log')

test('entries are sentences with a link and details; words, person, kind and time are asked of the server and exported', async () => {
  const deletion = anEntry({
    action: 'trash_article',
    did: 'moved “One” to the trash',
    subject_id: ARTICLE,
    subject_name: 'One',
  })
  const setting = anEntry({
    kind: 'settings',
    action: 'change_setting',
    did: 'changed the setting “site name”',
    subject_name: 'site name',
    details: { value: { before: 'the default', now: 'Harbour News' } },
  })
  const rows = [setting, deletion]
  const downloads = recordDownloads()
  const screen = await openScreen('/admin/audit', {
    tables: {
      article_trash: [
        { id: 't1', article_id: ARTICLE, deleted_with: null, title: 'One', slug: 'one', language: 'en' },
      ],
    },
    calls: {
      list_audited_people: [
        { person: 'A program with the secret key', name: 'A program with the secret key' },
      ],
      list_audit_log: ({ p_search, p_from }) => {
        const found = p_from ? [] : p_search ? [deletion] : rows
        return { rows: found, total: found.length }
      },
    },
    respond: ({ url }) =>
      url.includes('/export-audit-log')
        ? new Response('time,who\r\n', { headers: { 'content-type': 'text/csv' } })
        : undefined,
  })
  await expect
    .element(entries.filter({ hasText: 'site name' }))
    .toMatchTextContent(/the default → Harbour News/)
  const trashed = entries.filter({ hasText: `${ADMIN.email} moved “One” to the trash` })
  await expect
    .element(trashed.getByRole('link', { name: '“One”' }))
    .toHaveAttribute('href', '/admin/trash?open=t1')
  expect(await findProblems()).toEqual([])

  await search.fill('trash one')
  await expectAddress('/admin/audit?q=trash+one')
  await expect.element(entries).toHaveLength(1)
  await page.getByLabelText('Who').selectOptions('A program with the secret key')
  await page.getByLabelText('About').selectOptions('Administrators and accounts')
  await expectAddress('/admin/audit?q=trash+one&who=A+program+with+the+secret+key&about=administrators')
  await expect
    .poll(() => screen.sentTo('list_audit_log').at(-1))
    .toMatchObject({
      p_search: 'trash one',
      p_person: 'A program with the secret key',
      p_kind: 'administrators',
      p_from: null,
      p_until: null,
    })
  await page.getByRole('button', { name: 'Export what is shown' }).click()
  await expect.poll(() => downloads).toHaveLength(1)
  expect([downloads[0]?.name, await downloads[0]?.text]).toEqual(['audit-log.csv', '\uFEFFtime,who\r\n'])

  await page.getByLabelText('From').fill('2020-01-01')
  await page.getByLabelText('To', { exact: true }).fill('2020-01-02')
  await expect.element(page.getByText('No entry is like this.')).toBeVisible()
  await expect
    .poll(() => screen.sentTo('list_audit_log').at(-1))
    .toMatchObject({
      p_from: new Date(2020, 0, 1).toISOString(),
      p_until: new Date(2020, 0, 3).toISOString(),
    })
  await page.getByRole('link', { name: 'Show all entries' }).click()
  await expectAddress('/admin/audit')
  await expect.element(entries).toHaveLength(2)

  // The page follows by itself.
  rows.unshift(anEntry({ action: 'export_audit_log', did: 'exported the audit log' }))
  await announceChange('audit_log')
  await expect.element(entries).toHaveLength(3)
  await expect.element(entries.first()).toMatchTextContent(/exported the audit log/)
})

test('odd names are text in the audit log, and nothing is wider than a telephone', async () => {
  await page.viewport(375, 700)
  const title = `<img src=x onerror=alert(1)> \u202edessap ${'long'.repeat(60)}`
  await openScreen('/admin/audit', {
    calls: {
      list_audit_log: { rows: [anEntry({ did: `published “${title}”`, subject_name: title })], total: 1 },
    },
  })
  await expect.element(entries.filter({ hasText: '<img src=x onerror=alert(1)>' })).toHaveLength(1)
  expect(document.documentElement.scrollWidth).toBe(375)
  expect(await findProblems()).toEqual([])
  search.element().focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByLabelText('Who')).toHaveFocus()
})
