import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOwnByline, findProfile, listColleagues, listPeople, saveProfile } from '#core/data/profiles.ts'
import type { Role } from '#core/domain/role.ts'
import { createMember } from '../../tests/support/accounts.ts'
import { ADMIN, startTestApp, type TestApp } from '../../tests/support/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function member(role: Role) {
  const account = { email: `${randomUUID()}@example.org`, password: ADMIN.password }
  await createMember(app.database.sql, { ...account, role, languages: [], permissions: [] })
  const client = app.anonymous()
  const { data, error } = await client.auth.signInWithPassword(account)
  if (error) throw error
  return { client, userId: data.user.id, email: account.email }
}

test('a person changes the own profile, and nobody the one of a colleague', async () => {
  const ana = await member('author')
  const emil = await member('newsletter')
  await saveProfile(ana.client, {
    userId: ana.userId,
    changes: { display_name: 'Ana Lima', byline: 'A. Lima', language: 'pt', wants_mails: false },
  })
  expect(await findOwnByline(ana.client)).toBe('A. Lima')
  expect(await findProfile(emil.client, ana.userId)).toMatchObject({
    display_name: 'Ana Lima',
    language: 'pt',
  })
  await expect(
    saveProfile(emil.client, { userId: ana.userId, changes: { display_name: 'Emil' } }),
  ).rejects.toMatchObject({ code: 'PGRST116' })
  const take = (display_name: string) =>
    saveProfile(emil.client, { userId: emil.userId, changes: { display_name } })
  await expect(take('ANA LIMA')).rejects.toMatchObject({ code: '23505' })
  await expect(take(ana.email)).rejects.toMatchObject({ code: '23514' })
  await expect(take('Ana\u202Eamil')).rejects.toMatchObject({ code: '23514' })
  expect(await listColleagues(emil.client)).toContainEqual(
    expect.objectContaining({ user_id: ana.userId, name: 'Ana Lima', byline: 'A. Lima', role: 'author' }),
  )
})

test('who has left keeps a name in histories, which readers do not see', async () => {
  const tom = await member('author')
  const { client } = await member('editor')
  await saveProfile(tom.client, { userId: tom.userId, changes: { display_name: 'Tom' } })
  await app.database.sql`delete from public.user_roles where user_id = ${tom.userId}`
  expect((await listColleagues(client)).map(({ user_id }) => user_id)).not.toContain(tom.userId)
  expect(await listPeople(client)).toContainEqual(
    expect.objectContaining({ user_id: tom.userId, name: 'Tom' }),
  )
  await expect(listPeople(tom.client)).rejects.toMatchObject({ code: '42501' })
  await expect(listPeople(app.anonymous())).rejects.toMatchObject({ code: '42501' })
})

test('nobody goes by a name that is read like that of a colleague or of the site, or shows a picture of somebody else', async () => {
  const nora = await member('editor')
  const emil = await member('author')
  await saveProfile(nora.client, { userId: nora.userId, changes: { display_name: 'Nora Kern' } })
  const take = (display_name: string) =>
    saveProfile(emil.client, { userId: emil.userId, changes: { display_name } })
  for (const name of [
    'nora  kern',
    'Nora\u00a0Kern',
    'Nora\u200d Kern',
    'Nóra Kern',
    'Ｎora Kern',
    'Nora-Kern.',
    'No\ufe0fra Kern',
  ])
    await expect(take(name), name).rejects.toMatchObject({ code: '23505' })
  for (const name of [
    ...[
      'N\u043era Kern',
      'Nora\u200b Kern',
      'nora＠example.org',
      'The site',
      'the  SITE',
      'A former administrator',
    ],
    ...['A reader', '\u3164', '…', '\u200d', 'The edi\u{e0100}tors'],
    ...['\u034f', '\u17b4', '\u180b', '\ufff9', '\u{1bca0}', '\u{1d173}', '\u{e0041}', '\u{e0fff}'].map(
      (invisible) => `Nora Ke${invisible}rn`,
    ),
  ])
    await expect(take(name), name).rejects.toMatchObject({ code: '23514' })
  for (const name of [
    "Siân O'Neill",
    'Ирина Ким',
    '山田 太郎',
    'نرگس می\u200cخوانم',
    '박지성',
    'Emil 2 ☀\ufe0f',
  ])
    await expect(take(name), name).resolves.not.toThrow()

  const show = async (picture: string) =>
    (await emil.client.from('profiles').update({ picture }).eq('user_id', emil.userId)).error?.code
  for (const picture of [
    `${nora.userId}/1.jpg`,
    `${emil.userId}/../x.jpg`,
    `${emil.userId}/..`,
    '../../../admin',
  ])
    expect(await show(picture), picture).toBe('23514')
  expect(await show(`${emil.userId}/1.jpg`)).toBeUndefined()
})
