import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { MAILCHIMP, mailchimpName } from '#server/features/newsletter/import/testing/exports.ts'
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
