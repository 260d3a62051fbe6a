import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAdministrator } from '#server/supabase/auth/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { mintToken } from '../support/mint-token.ts'

type Role = 'anon' | 'reader' | 'unproven' | 'ended' | 'admin'
const NOT_ADMIN: Role[] = ['anon', 'reader', 'unproven', 'ended']
const PASSWORD = 'correct horse battery'

let database: TestDatabase
const claims = new Map<Role, string>([['anon', '{"role":"anon"}']])

beforeAll(async () => {
  database = await createTestDatabase()
  const { sql } = database
  for (const role of ['admin', 'reader', 'unproven', 'ended'] as const) {
    const email = `${role}@example.org`
    await createAdministrator(sql, email, PASSWORD)
    const token = decodeJwt(await mintToken(sql, email))
    claims.set(role, JSON.stringify(token))
    const userId = token.sub as string
    if (role === 'reader') await sql`delete from public.user_roles where user_id = ${userId}::uuid`
    if (role === 'ended') await sql`delete from auth.sessions where user_id = ${userId}::uuid`
    if (role === 'unproven') {
      await sql`
        insert into auth.mfa_factors (id, user_id, factor_type, status)
        values (${randomUUID()}::uuid, ${userId}::uuid, 'totp', 'verified')`
    }
  }
  await sql`insert into storage.buckets (id, name) values ('other', 'other')`
  for (const bucket of ['article-images', 'other']) {
    await sql`insert into storage.objects (bucket_id, name, version) values (${bucket}, 'a.png', ${randomUUID()})`
  }
})
afterAll(() => database.drop())

/** How many rows a statement returns to a role; the statement is undone. */
async function countAs(role: Role, statement: string): Promise<number> {
  const undone = Symbol('undone')
  let count = 0
  const attempt = database.sql.transaction(async (sql) => {
    await sql`select set_config('request.jwt.claims', ${claims.get(role)}, true)`
    await sql.script(`set local role ${role === 'anon' ? 'anon' : 'authenticated'}`)
    count = (await sql.run(statement)).rows.length
    throw undone
  })
  await attempt.catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return count
}

const insertInto = (bucket: string) =>
  `insert into storage.objects (bucket_id, name, version) values ('${bucket}', 'b.png', '${randomUUID()}') returning 1`
const upsertInto = (bucket: string) =>
  `insert into storage.objects (bucket_id, name, version) values ('${bucket}', 'a.png', '${randomUUID()}')
  on conflict (bucket_id, name) do update set version = excluded.version returning 1`
const refused = { code: '42501' }

describe('pictures of articles', () => {
  test.each(NOT_ADMIN)('are neither listed nor changed by %s', async (role) => {
    expect(await countAs(role, 'select from storage.objects')).toBe(0)
    expect(await countAs(role, `update storage.objects set name = 'c.png' returning 1`)).toBe(0)
    expect(await countAs(role, 'delete from storage.objects returning 1')).toBe(0)
    await expect(countAs(role, insertInto('article-images'))).rejects.toMatchObject(refused)
    await expect(countAs(role, upsertInto('article-images'))).rejects.toMatchObject(refused)
  })

  test('are listed and changed by administrators', async () => {
    expect(await countAs('admin', 'select from storage.objects')).toBe(1)
    expect(await countAs('admin', `update storage.objects set name = 'c.png' returning 1`)).toBe(1)
    expect(await countAs('admin', 'delete from storage.objects returning 1')).toBe(1)
    expect(await countAs('admin', insertInto('article-images'))).toBe(1)
    expect(await countAs('admin', upsertInto('article-images'))).toBe(1)
  })

  test('cannot be moved by administrators to another bucket, whose files they do not see', async () => {
    await expect(countAs('admin', insertInto('other'))).rejects.toMatchObject(refused)
    const move = `update storage.objects set bucket_id = 'other', name = 'b.png' returning 1`
    await expect(countAs('admin', move)).rejects.toMatchObject(refused)
  })
})

test('buckets are seen by administrators, and changed by no role', async () => {
  for (const role of NOT_ADMIN) expect(await countAs(role, 'select from storage.buckets')).toBe(0)
  expect(await countAs('admin', 'select from storage.buckets')).toBe(4)
  for (const role of [...NOT_ADMIN, 'admin'] as const) {
    for (const statement of [
      `insert into storage.buckets (id, name) values ('b', 'b')`,
      'update storage.buckets set public = true',
      'delete from storage.buckets',
    ]) {
      await expect(countAs(role, statement)).rejects.toMatchObject(refused)
    }
  }
})

test('the list of unused files is closed to every role', async () => {
  for (const role of [...NOT_ADMIN, 'admin'] as const) {
    for (const statement of [
      'select from storage.unused_files',
      `insert into storage.unused_files values ('a', now())`,
      'delete from storage.unused_files',
      'select storage.note_unused_file()',
    ]) {
      await expect(countAs(role, statement)).rejects.toMatchObject(refused)
    }
  }
})

test('every table of stored files has row level security', async () => {
  const tables = await database.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'storage'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`
  expect(tables.map(({ name }) => name)).toEqual(['schema_migrations'])
})
