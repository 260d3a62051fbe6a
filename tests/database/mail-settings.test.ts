import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '#server/platform/database/listen.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('nobody reaches the table or its function through an interface, whatever their role', async () => {
  const clients = [app.anonymous(), await app.administrator(), app.service()]
  for (const client of clients) {
    expect((await client.from('mail_settings' as never).select('*')).status).toBe(404)
    expect(
      (
        await client
          .schema('private' as never)
          .from('mail_settings' as never)
          .select('*')
      ).error,
    ).not.toBeNull()
    const saved = await client.rpc('save_mail_settings' as never, { p_version: 0, p_settings: {} } as never)
    expect(saved.status).toBe(404)
  }
})

test.each(['anon', 'authenticated', 'service_role', 'access_token'])(
  'the role %s may not read or change it',
  async (role) => {
    for (const statement of [
      'select from private.mail_settings',
      'update private.mail_settings set kind = null',
      `select private.save_mail_settings(0, '{}')`,
    ]) {
      const tried = app.database.sql.transaction(async (transaction) => {
        await transaction.script(`set local role ${role}`)
        await transaction.script(statement)
      })
      await expect(tried, statement).rejects.toMatchObject({ code: '42501' })
    }
  },
)

test('the server saves only in the name of an administrator', async () => {
  const { sql } = app.database
  await expect(sql`select private.save_mail_settings(0, '{}')`).rejects.toMatchObject({ code: '42501' })
})

test.each([
  [`kind = 'Two words'`],
  [`fields = '{"host": "a"}'`],
  [`kind = 'smtp', fields = '[]'`],
  [`reports_fields = '{"host": "a"}'`],
  [`sealed_reports_secret = 'x'`],
  [`test_id = gen_random_uuid()`],
  [`test_signature = 'whole'`],
  [`sealed_secret = 'x'`],
  [`secret_end = '1234'`],
  [`sender_address = 'a@b.example'`],
])('the table refuses half of it: %s', async (values) => {
  await expect(app.database.sql.script(`update private.mail_settings set ${values}`)).rejects.toMatchObject({
    code: '23514',
  })
})

test('desks are told that something has changed, and nothing of it', async () => {
  const heard: string[] = []
  const listening = await listen(app.database.address, 'realtime', {
    purpose: 'realtime',
    onPayload: (payload) => heard.push(payload),
    onListening: () => {},
  })
  await app.database.sql`
    update private.mail_settings set kind = 'smtp', fields = '{"host": "smtp.example.org"}', sealed_secret = 'sealed'`
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  await listening.stop()
  expect(heard.map((payload) => JSON.parse(payload)).filter(({ table }) => table !== 'audit_log')).toEqual([
    { kind: 'reload', table: 'settings' },
  ])
})
