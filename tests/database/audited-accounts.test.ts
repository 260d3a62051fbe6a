import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { inviteMember, removeMember, withdrawInvitation } from '#core/data/members.ts'
import type { Membership } from '#core/domain/role.ts'
import { createAdministrator, removeFactors, resetPassword } from '#server/supabase/auth/accounts.ts'
import { ADMIN } from '../support/app.ts'
import {
  type AuditedAct,
  type AuditedWorld,
  anAct,
  expectOneEntry,
  openAuditedWorld,
  sentences,
} from '../support/audit.ts'
import { clientFrom, requestAuth } from '../support/auth.ts'
import { addFactor, nextStep, stopClock } from '../support/factors.ts'
import { mailedToken } from '../support/links.ts'

const NORA = ADMIN.email
const PASSWORD = 'correct horse battery'
const AN_ADMINISTRATOR: Membership = { role: 'admin', languages: [], permissions: [] }
const NEW_PASSWORD = 'another horse battery'

let world: AuditedWorld
beforeAll(async () => {
  stopClock()
  world = await openAuditedWorld({ trustProxy: 1 })
})
afterAll(() => world.app.stop())
beforeEach(() => {
  nextStep()
  return world.sql`truncate private.invitations`
})

/** Another administrator, whose address stands for NAME. */
async function colleague({ sql }: AuditedWorld): Promise<string> {
  const email = `${randomUUID()}@example.org`
  await createAdministrator(sql, email, PASSWORD)
  return email
}
async function signedIn(here: AuditedWorld, email: string, password = PASSWORD): Promise<Client> {
  const client = clientFrom(here.app)
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return client
}
const idOf = async ({ sql }: AuditedWorld, email: string) => {
  const [user] = await sql<[{ id: string }]>`select id from auth.users where email = ${email}`
  return user.id
}
const invited = async (here: AuditedWorld) => {
  const email = `${randomUUID()}@example.org`
  await inviteMember(here.admin, { email, ...AN_ADMINISTRATOR })
  return email
}
/** The clients of people who have prepared an act on their own account. */
const clients = new Map<string, Client>()
const clientOf = (email: string) => clients.get(email) as Client
const withFactor = async (here: AuditedWorld) => {
  const email = await colleague(here)
  const client = await signedIn(here, email)
  await addFactor(client)
  clients.set(email, client)
  return email
}
const withCodes = async (here: AuditedWorld) => {
  const email = await withFactor(here)
  await codes(here, email, '/factors/recovery-codes')
  return email
}
async function codes({ app }: AuditedWorld, email: string, path: string, method = 'POST') {
  const { data } = await clientOf(email).auth.getSession()
  const token = data.session?.access_token ?? ''
  const { status } = await requestAuth(app, path, { token, method, ...(method === 'POST' && { body: {} }) })
  expect(status).toBe(200)
}
const ACTS: AuditedAct[] = [
  anAct({
    name: 'an invitation',
    act: ({ admin }) => inviteMember(admin, { email: 'Ada@example.org', ...AN_ADMINISTRATOR }),
    says: `${NORA} invited “ada@example.org” as an administrator`,
  }),
  anAct({
    name: 'an invitation that is taken back',
    prepare: invited,
    act: ({ admin }, email) => withdrawInvitation(admin, email),
    says: `${NORA} took back the invitation of “NAME”`,
  }),
  anAct({
    name: 'an invitation that is accepted',
    prepare: invited,
    async act({ app, sql }, email) {
      const token_hash = await mailedToken(sql, email)
      const { error } = await clientFrom(app).auth.verifyOtp({ type: 'invite', token_hash })
      expect(error).toBeNull()
    },
    says: 'NAME accepted an invitation, and is an administrator now',
  }),
  anAct({
    name: 'an administrator who is removed',
    prepare: colleague,
    act: async (here, email) => removeMember(here.admin, { userId: await idOf(here, email) }),
    says: `${NORA} removed “NAME”, who was an administrator`,
  }),
  anAct({
    name: 'an administrator made on the server',
    act: ({ sql }) => createAdministrator(sql, 'grace@example.org', PASSWORD),
    says: 'The operator of the server made “grace@example.org” an administrator',
  }),
  anAct({
    name: 'another password',
    prepare: colleague,
    async act(here, email) {
      const client = await signedIn(here, email)
      const { error } = await client.auth.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD })
      expect(error).toBeNull()
    },
    says: 'NAME changed their password',
  }),
  anAct({
    name: 'a forgotten password',
    prepare: colleague,
    async act({ app, sql }, email) {
      const client = clientFrom(app)
      await client.auth.resetPasswordForEmail(email)
      await client.auth.verifyOtp({ type: 'recovery', token_hash: await mailedToken(sql, email) })
      expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    },
    says: 'NAME set a new password by a mailed link',
  }),
  anAct({
    name: 'a password that is set on the server',
    prepare: colleague,
    act: ({ sql }, email) => resetPassword(sql, email, NEW_PASSWORD),
    says: 'The operator of the server set a new password for “NAME” and ended all sessions',
  }),
  anAct({
    name: 'an authenticator app',
    prepare: colleague,
    act: async (here, email) => addFactor(await signedIn(here, email)),
    says: 'NAME added an authenticator app',
  }),
  anAct({
    name: 'an authenticator app that is removed',
    prepare: withFactor,
    async act(_, email) {
      const { data } = await clientOf(email).auth.mfa.listFactors()
      await clientOf(email).auth.mfa.unenroll({ factorId: data?.totp[0]?.id ?? '' })
    },
    says: 'NAME removed an authenticator app',
  }),
  anAct({
    name: 'recovery codes',
    prepare: withFactor,
    act: (here, email) => codes(here, email, '/factors/recovery-codes'),
    says: 'NAME made recovery codes',
  }),
  anAct({
    name: 'new recovery codes',
    prepare: withCodes,
    act: (here, email) => codes(here, email, '/factors/recovery-codes/regenerate'),
    says: 'NAME made new recovery codes',
  }),
  anAct({
    name: 'recovery codes that are removed',
    prepare: withCodes,
    act: (here, email) => codes(here, email, '/factors/recovery-codes', 'DELETE'),
    says: 'NAME removed their recovery codes',
  }),
  anAct({
    name: 'second factors that are reset on the server',
    prepare: withCodes,
    act: ({ sql }, email) => removeFactors(sql, email),
    says: 'The operator of the server removed all second factors of “NAME”',
  }),
  anAct({
    name: 'other sessions that are ended',
    async prepare(here) {
      const email = await colleague(here)
      await signedIn(here, email)
      clients.set(email, await signedIn(here, email))
      return email
    },
    act: (_, email) => clientOf(email).auth.signOut({ scope: 'others' }),
    says: 'NAME ended their other sessions',
  }),
]

test.each(ACTS)('one entry says who did it: $name', (act) => expectOneEntry(world, act))

test('what changes nothing about an account, or fails, leaves no entry', async () => {
  const { sql, admin } = world
  const email = await colleague(world)
  await sql`truncate public.audit_log`
  const client = await signedIn(world, email)
  await client.auth.updateUser({ password: NEW_PASSWORD, current_password: 'not this one' })
  await client.auth.updateUser({ password: 'short', current_password: PASSWORD })
  await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Telephone' })
  await client.auth.signOut({ scope: 'local' })
  expect(await inviteMember(admin, { email, ...AN_ADMINISTRATOR })).toMatchObject({
    outcome: 'already_member',
  })
  expect(await withdrawInvitation(admin, 'nobody@example.org')).toBe(false)
  await sql`delete from public.user_roles where user_id <> ${await idOf(world, NORA)}`
  await sql`truncate public.audit_log`
  expect(await removeMember(admin, { userId: await idOf(world, NORA) })).toEqual({
    outcome: 'last_administrator',
  })
  expect(await sentences(sql)).toEqual([])
})

test('neither passwords nor secrets of factors, codes or tokens are in the log, nor their hashes', async () => {
  const { sql } = world
  const email = await withCodes(world)
  await inviteMember(world.admin, { email: 'ada@example.org', ...AN_ADMINISTRATOR })
  const token = await mailedToken(sql, 'ada@example.org')
  const secrets = await sql<{ secret: string }[]>`
    select secret from auth.mfa_factors where secret is not null
    union all select code_hash from auth.mfa_recovery_codes
    union all select encrypted_password from auth.users where encrypted_password is not null
    union all select token_hash from private.invitations`
  const [log] = await sql<
    [{ text: string }]
  >`select string_agg(to_jsonb(audit_log)::text, ' ') as text from public.audit_log`
  expect(log.text).toContain(email)
  const forbidden = [PASSWORD, token, ...secrets.map(({ secret }) => secret)]
  expect(forbidden.length).toBeGreaterThan(15)
  expect(forbidden.filter((secret) => log.text.includes(secret))).toEqual([])
})
