import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { mintToken } from '../support/mint-token.ts'
import { GROUPS, type Kind, type Rows, type Verb } from './expected-access.ts'
import { fileCellOf, STORED_FILES } from './expected-storage.ts'
import { addressOf, createPeople, PEOPLE, type Person } from './people.ts'

let database: TestDatabase
const claims = new Map<string, string>([['anon', '{"role":"anon"}']])
const ids = new Map<string, string>()

beforeAll(async () => {
  database = await createTestDatabase()
  const { sql } = database
  await createPeople(sql)
  for (const person of PEOPLE) {
    if (person === 'anon') continue
    const token = decodeJwt(await mintToken(sql, addressOf(person)))
    claims.set(person, JSON.stringify(token))
    ids.set(person, token.sub as string)
  }
  await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status)
    values (${randomUUID()}::uuid, ${ids.get('unproven')}::uuid, 'totp', 'verified')`
  await sql`insert into storage.buckets (id, name) values ('other', 'other')`
  await addFile('other', 'of others', null)
  for (const [bucket, kinds] of Object.entries(STORED_FILES)) {
    for (const kind of kinds) await addFile(bucket, kind, ids.get('author') ?? null)
  }
  const [shown] = await sql<[{ id: string }]>`
    insert into public.articles (slug, title, excerpt, content, category, published)
    values ('shown', 'Shown', 'Excerpt', 'Text', 'tech', true) returning id`
  await sql`insert into public.media_uses (name, kind, source_id, article_id) values ('in use.png', 'hero', ${shown.id}, ${shown.id})`
})
afterAll(() => database.drop())

/** A name as the bucket has it: what is somebody's own in one place is theirs by its owner, and in another by its name. */
function nameOf(bucket: string, kind: Kind, person: string | null): string {
  if (bucket !== 'profile-pictures') return `${kind}.png`
  return `${kind === 'own' ? person : '00000000-0000-4000-8000-000000000000'}/me.png`
}

async function addFile(bucket: string, kind: Kind, author: string | null): Promise<void> {
  const owner = kind === 'of others' ? null : author
  for (const person of bucket === 'profile-pictures' && kind === 'own' ? ids.values() : [author]) {
    await database.sql`
      insert into storage.objects (bucket_id, name, version, owner)
      values (${bucket}, ${nameOf(bucket, kind, person)}, ${randomUUID()}, ${owner})`
  }
}

/** Counts the rows that a statement returns to somebody, or returns the code of its error; the statement is undone. */
async function outcomeOf(person: string, statement: string): Promise<number | string> {
  const undone = Symbol('undone')
  let outcome: number | string = 0
  const attempt = database.sql.transaction(async (sql) => {
    await sql`select set_config('request.jwt.claims', ${claims.get(person)}, true)`
    await sql.script(`set local role ${person === 'anon' ? 'anon' : 'authenticated'}`)
    outcome = (await sql.run(statement)).rows.length
    throw undone
  })
  await attempt.catch((error: unknown) => {
    if (error !== undone) outcome = (error as { code: string }).code
  })
  return outcome
}

const includes = (rows: Rows, kind: Kind) => rows === 'all' || (Array.isArray(rows) && rows.includes(kind))

describe.each(Object.keys(STORED_FILES))('the bucket %s', (bucket) => {
  test.each(PEOPLE)('as %s', async (person) => {
    const me = ids.get(person) ?? null
    for (const kind of STORED_FILES[bucket] ?? []) {
      const name = nameOf(
        bucket,
        kind,
        kind === 'own' && bucket === 'profile-pictures' ? me : (ids.get('author') ?? null),
      )
      const where = `where bucket_id = '${bucket}' and name = '${name}'`
      // Somebody without an own file has none in this place.
      const isThere = !name.startsWith('null/')
      const expected = (verb: Verb) => (isThere && includes(fileCellOf(bucket, person, verb), kind) ? 1 : 0)
      // A change of a picture that readers see is rejected with a sentence.
      const isRefused = kind === 'in use' && person === 'author'
      const replace = `update storage.objects set version = '${randomUUID()}' ${where} returning 1`
      expect([kind, await outcomeOf(person, `select from storage.objects ${where}`)]).toEqual([
        kind,
        expected('select'),
      ])
      expect([kind, await outcomeOf(person, replace)]).toEqual([
        kind,
        isRefused ? '42501' : expected('update'),
      ])
      expect([kind, await outcomeOf(person, `delete from storage.objects ${where} returning 1`)]).toEqual([
        kind,
        isRefused ? '42501' : expected('delete'),
      ])
    }
  })

  test.each(PEOPLE)('takes a new file of %s, and one in the place of another', async (person) => {
    const owner = ids.get(person)
    const folder = bucket === 'profile-pictures' ? `${owner}/` : ''
    const insert = (name: string, own = true) =>
      `insert into storage.objects (bucket_id, name, version, owner)
      values ('${bucket}', '${name}', '${randomUUID()}', ${own && owner ? `'${owner}'` : 'null'})`
    const cell = fileCellOf(bucket, person, 'insert')
    expect(await outcomeOf(person, `${insert(`${folder}new.png`)} returning 1`)).toBe(
      includes(cell, 'own') ? 1 : '42501',
    )
    const over = `on conflict (bucket_id, name) do update set version = excluded.version, owner = excluded.owner returning 1`
    const others = nameOf(bucket, 'of others', null)
    const mayReplace =
      includes(cell, 'of others') && includes(fileCellOf(bucket, person, 'update'), 'of others')
    expect(await outcomeOf(person, `${insert(others)} ${over}`)).toBe(mayReplace ? 1 : '42501')
  })
})

test.each(PEOPLE)('no other bucket has anything for %s, neither to see nor to move', async (person) => {
  expect(await outcomeOf(person, `select from storage.objects where bucket_id = 'other'`)).toBe(0)
  const store = `insert into storage.objects (bucket_id, name, version) values ('other', 'b.png', '${randomUUID()}') returning 1`
  expect(await outcomeOf(person, store)).toBe('42501')
  const move = `update storage.objects set bucket_id = 'other' where name = 'own.png' returning 1`
  expect(['42501', 0]).toContain(await outcomeOf(person, move))
})

test('whose session has ended sees nothing', async () => {
  const { sql } = database
  const email = 'ended@example.org'
  await sql`insert into auth.users (id, email) values (gen_random_uuid(), ${email})`
  await sql`insert into public.user_roles (user_id, role) select id, 'admin' from auth.users where email = ${email}`
  const token = decodeJwt(await mintToken(sql, email))
  claims.set('ended', JSON.stringify(token))
  expect(await outcomeOf('ended', 'select from storage.objects')).not.toBe(0)
  await sql`delete from auth.sessions where user_id = ${token.sub}::uuid`
  expect(await outcomeOf('ended', 'select from storage.objects')).toBe(0)
})

test('buckets are seen by administrators, that of pictures by the desk, and none is changed by anybody', async () => {
  for (const person of PEOPLE) {
    const seen = await outcomeOf(person, 'select from storage.buckets')
    expect([person, seen]).toEqual([person, person === 'admin' ? 5 : isMember(person) ? 1 : 0])
    for (const statement of [
      `insert into storage.buckets (id, name) values ('b', 'b')`,
      'update storage.buckets set public = true',
      'delete from storage.buckets',
    ]) {
      expect(await outcomeOf(person, statement)).toBe('42501')
    }
  }
})
const isMember = (person: Person) => (GROUPS.members as readonly Person[]).includes(person)

test('the list of unused files is closed to every role', async () => {
  for (const person of PEOPLE) {
    for (const statement of [
      'select from storage.unused_files',
      `insert into storage.unused_files values ('a', now())`,
      'delete from storage.unused_files',
      'select storage.note_unused_file()',
    ]) {
      expect(await outcomeOf(person, statement)).toBe('42501')
    }
  }
})

test('every table of stored files has row level security', async () => {
  const tables = await database.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'storage'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`
  expect(tables.map(({ name }) => name)).toEqual([])
})
