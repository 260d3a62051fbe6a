import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { MAILCHIMP, mailchimpName } from '#server/features/newsletter/import/testing/open-importing.ts'
import { createTestDatabase } from '../../tests/support/database.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { importSubscriberFile, importSubscribersCommand } from './subscribers.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())
const folder = createTemporaryFolder('subscribers')
const asked = { consent: 'Mailchimp, double opt-in', everybodyLeft: false, dryRun: false }

test('a file is imported in the name of the operator, and described in lines', async () => {
  const path = join(folder, mailchimpName('unsubscribed'))
  writeFileSync(path, MAILCHIMP.unsubscribed)
  const lines = [
    '        3 addresses left elsewhere: no import brings them in from now on',
    '        3 lines bring nobody:',
    '        2   left elsewhere',
    '        1   complained elsewhere',
    '  line 2: left elsewhere Both@Example.org',
    '  line 3: complained elsewhere complained@example.org',
    '  line 4: left elsewhere silent@example.org',
    'Columns that are read: Email Address, OPTIN_TIME, OPTIN_IP, CONFIRM_TIME, CONFIRM_IP, UNSUB_TIME, UNSUB_CAMPAIGN_ID, UNSUB_REASON.',
    ...'First Name (Grace),Last Name,Email,MEMBER_RATING (2),LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,UNSUB_CAMPAIGN_TITLE (Issue),UNSUB_REASON_OTHER,LEID (2; 3; 4),EUID (a2; a3; a4),NOTES,TAGS'
      .split(',')
      .map((column) => `Ignored: ${column.replaceAll(';', ',')}`),
  ]
  const program = 'This is an export of Mailchimp.'
  expect(await importSubscriberFile(sql, { ...asked, path, dryRun: true })).toEqual([
    program,
    'Nothing has been stored. An import would do this:',
    ...lines,
  ])
  expect(await sql`select from private.suppressed_addresses`).toEqual([])
  expect(await importSubscriberFile(sql, { ...asked, path })).toEqual([program, 'Imported:', ...lines])
  const [act] = await sql`select actor_name, reason from public.audit_log where action = 'import_subscribers'`
  expect(act).toEqual({ actor_name: 'The operator of the server', reason: asked.consent })
})

test('words that are not known are asked for, and answered as they are written', async () => {
  const path = join(folder, 'words.csv')
  writeFileSync(
    path,
    'email,Status,Name\na@example.org,VIP,Ada\nb@example.org,Paused,Bo\nc@example.org,vip,Cy\n',
  )
  const words = { ...asked, path, dryRun: true }
  expect(await importSubscriberFile(sql, words)).toEqual([
    'Nothing has been stored. An import would do this:',
    '        3 lines bring nobody:',
    '        3   word that is not known',
    '  line 2: word that is not known a@example.org',
    '  line 3: word that is not known b@example.org',
    '  line 4: word that is not known c@example.org',
    'What do these words mean? Until you say it, their lines bring nobody:',
    '        2 lines: Status=VIP',
    '        1 lines: Status=Paused',
    'Answer each with --bring-in "…", --leave-out "…" or --unsubscribed "…".',
    'Columns that are read: email, Status.',
    'Ignored: Name (Ada, Bo, Cy)',
  ])
  const answers = new Map([
    ['status=vip', 'bring_in'],
    ['Status=Paused', 'leave_out'],
    ['Status=Gold', 'bring_in'],
  ] as const)
  const lines = await importSubscriberFile(sql, { ...words, answers })
  expect(lines).toContain('        2 new subscribers')
  expect(lines).toContain('        1   left out')
  expect(lines.at(-1)).toBe('The file does not ask about “Status=Gold”.')
  expect(lines.join()).not.toContain('What do these words mean?')
})

test('everybody in a file has left, if the command says so', async () => {
  const path = join(folder, 'list.csv')
  writeFileSync(path, 'email\nada@example.org\n')
  expect(await importSubscriberFile(sql, { ...asked, path, everybodyLeft: true })).toContain(
    '        1 addresses left elsewhere: no import brings them in from now on',
  )
})

test('a path that is no file is refused in a sentence', async () => {
  mkdirSync(join(folder, 'sub'))
  await expect(importSubscriberFile(sql, { ...asked, path: join(folder, 'none') })).rejects.toThrow(
    'cannot be read.',
  )
  await expect(importSubscriberFile(sql, { ...asked, path: join(folder, 'sub') })).rejects.toThrow(
    'is no file.',
  )
})

test.each([
  ['without the consent', ['--subscribers', 'a.csv']],
  ['without a file', ['--subscribers']],
  ['with a consent of two lines', ['--subscribers', 'a.csv', '--consent', 'a\nb']],
  ['with a consent that is too long', ['--subscribers', 'a.csv', '--consent', 'x'.repeat(201)]],
  ['with another argument', ['--subscribers', 'a.csv', '--consent', 'x', 'b.csv']],
])('%s, the command says how it is called', async (_, args) => {
  await expect(importSubscribersCommand(args)).rejects.toThrow('Usage:')
})
