import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Membership } from '#core/domain/role.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { createMember, findUserId } from '#server/supabase/auth/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { untilSomebodyWaits } from '../support/lock-waits.ts'

const NOTHING = { languages: [], permissions: [] }
const PEOPLE: Record<string, Membership> = {
  nora: { role: 'admin', ...NOTHING },
  mara: { role: 'admin', ...NOTHING },
  emil: { role: 'editor', ...NOTHING },
  otto: { role: 'author', ...NOTHING },
  fanny: { role: 'translator', languages: ['fr'], permissions: [] },
  lea: { role: 'newsletter', ...NOTHING },
}

let database: TestDatabase
let sql: Sql
let ids: Record<string, string>
beforeAll(async () => {
  database = await createTestDatabase()
  sql = database.sql
})
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`truncate public.articles, public.article_workflow, public.article_people, public.ideas, public.translation_claims,
    public.audit_log, private.invitations cascade`
  await sql`delete from private.roles_with_second_factor`
  ids = {}
  for (const [name, membership] of Object.entries(PEOPLE)) {
    const email = `${name}@example.org`
    if ((await findUserId(sql, email)) === null)
      await createMember(sql, { email, password: 'correct horse battery', ...membership })
    ids[name] = (await findUserId(sql, email)) ?? ''
    const { role, languages, permissions } = membership
    await sql`
      insert into public.user_roles (user_id, role, languages, permissions)
      values (${ids[name]}, ${role}, ${languages}, ${permissions})
      on conflict (user_id) do update set role = excluded.role, languages = excluded.languages, permissions = excluded.permissions`
  }
  await sql`truncate public.audit_log`
})

/** Runs `work` like a request of somebody, in one transaction. */
async function as<T>(name: string, work: (sql: Session) => Promise<T>, aal = 'aal1'): Promise<T> {
  const session = randomUUID()
  await sql`insert into auth.sessions (id, user_id, aal) values (${session}, ${ids[name]}, ${aal})`
  return sql.transaction(async (transaction) => {
    const claims = JSON.stringify({ sub: ids[name], session_id: session, role: 'authenticated', aal })
    await transaction`select set_config('request.jwt.claims', ${claims}, true)`
    return work(transaction)
  })
}
const change = (by: string, whom: string, { role, languages, permissions }: Membership, heir?: string) =>
  as(by, async (request) => {
    const [row] = await request<[{ answer: { changed: boolean } }]>`
      select public.change_member(${ids[whom]}, ${role}, ${languages}, ${permissions}, ${heir ? ids[heir] : null}) as answer`
    return row.answer.changed
  })
const remove = (by: string, whom: string, heir?: string) =>
  as(by, async (request) => {
    const [row] = await request<[{ answer: { removed: boolean } }]>`
      select public.remove_member(${ids[whom]}, ${heir ? ids[heir] : null}) as answer`
    return row.answer.removed
  })
async function addArticles(owner: string, count: number, published = false): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into public.articles (slug, title, excerpt, content, category, published)
    select ${owner} || '-' || ${String(published)} || '-' || n, 'Title', 'Excerpt', 'Text', 'tech', ${published}
    from generate_series(1, ${count}) as n returning id`
  const articles = rows.map(({ id }) => id)
  await sql`
    insert into public.article_workflow (article_id, owner) select id, ${ids[owner]} from unnest(${articles}::uuid[]) as id
    on conflict (article_id) do update set owner = excluded.owner`
  return articles
}
const ownersOf = async () => {
  const rows = await sql<{ owner: string; articles: number }[]>`
    select owner, count(*)::int as articles from public.article_workflow group by owner order by 2`
  return rows.map(({ owner, articles }) => [Object.keys(ids).find((name) => ids[name] === owner), articles])
}
const said = async () => {
  const rows = await sql<{ said: string }[]>`
    select actor_name || ' ' || did as said from public.audit_log where kind = 'administrators' order by id`
  return rows.map((row) => row.said)
}

describe('a change of a role', () => {
  test('says in words what somebody is now', async () => {
    const wanted: Membership = { role: 'translator', languages: ['de', 'fr'], permissions: ['publish'] }
    expect(await change('nora', 'fanny', wanted)).toBe(true)
    expect(await change('nora', 'fanny', wanted)).toBe(false)
    expect(await change('nora', 'lea', { role: 'newsletter', languages: [], permissions: ['send'] })).toBe(
      true,
    )
    expect(await said()).toEqual([
      'nora@example.org made “fanny@example.org” a translator (German, French) who may publish',
      'nora@example.org made “lea@example.org” somebody for the newsletter who may send',
    ])
  })

  test.each<[string, object]>([
    ['a role that there is not', { role: 'owner' }],
    ['no role', { role: null }],
    ['languages of an author', { role: 'author', languages: ['fr'] }],
    ['a translator of nothing', { role: 'translator' }],
    ['a translator into English', { role: 'translator', languages: ['en'] }],
    ['an unknown language', { role: 'translator', languages: ['xx'] }],
    ['a language twice', { role: 'translator', languages: ['fr', 'fr'] }],
    ['a permission of another role', { role: 'translator', languages: ['fr'], permissions: ['send'] }],
    ['a permission of an administrator', { role: 'admin', permissions: ['send'] }],
    ['a permission twice', { role: 'editor', permissions: ['send', 'send'] }],
    ['no lists', { role: 'author', languages: null }],
    ['nothing in a list', { role: 'translator', languages: [null] }],
  ])('with %s is refused in a sentence', async (_what, wrong) => {
    const wanted = { languages: [], permissions: [], ...wrong } as unknown as Membership
    await expect(change('nora', 'emil', wanted)).rejects.toMatchObject({
      code: 'P0001',
      message: expect.stringMatching(/^[A-Z].*\.$/),
    })
  })

  test.each(['emil', 'otto', 'fanny', 'lea'])('is not for %s, not even of themselves', async (name) => {
    for (const whom of [name, 'nora'])
      await expect(change(name, whom, { role: 'admin', ...NOTHING })).rejects.toMatchObject({ code: '42501' })
    await expect(remove(name, 'otto')).rejects.toMatchObject({ code: '42501' })
    for (const read of ['list_members', 'list_second_factor_roles'])
      await expect(as(name, (request) => request.script(`select public.${read}()`))).rejects.toMatchObject({
        code: '42501',
      })
    await expect(
      as(name, (request) => request`select public.set_second_factor_roles('{}')`),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(
      as(name, (request) => request`select private.invite_member('eve@example.org', 'admin', '{}', '{}')`),
    ).rejects.toMatchObject({ code: '42501' })
  })

  test('of the last administrator is refused', async () => {
    await change('nora', 'mara', { role: 'editor', ...NOTHING })
    await expect(change('nora', 'nora', { role: 'editor', ...NOTHING })).rejects.toMatchObject({
      code: '23001',
    })
  })

  test('by somebody who is an administrator no longer, at the same moment, is refused', async () => {
    let second: Promise<unknown> | undefined
    await as('nora', async (request) => {
      await request`select public.change_member(${ids.mara}, 'editor', '{}', '{}')`
      second = change('mara', 'otto', { role: 'admin', ...NOTHING }).catch((error: unknown) => error)
      await untilSomebodyWaits(sql)
    })
    expect(await second).toMatchObject({ code: '42501' })
    expect(await sql`select role from public.user_roles where user_id = ${ids.otto}`).toEqual([
      { role: 'author' },
    ])
  })

  test('ends tokens and invitations of who is an administrator no longer, and of nobody else', async () => {
    await as(
      'mara',
      (request) => request`select private.invite_member('eve@example.org', 'author', '{}', '{}')`,
    )
    await as(
      'mara',
      (request) =>
        request`select private.make_access_token('A script', 'aiw_abcd…wxyz', ${'0'.repeat(64)}, '{read}', now() + interval '1 day')`,
    )
    const left = () => sql`
      select (select count(*)::int from public.access_tokens) as tokens, (select count(*)::int from private.invitations) as invitations`
    await change('nora', 'fanny', { role: 'translator', languages: ['de'], permissions: [] })
    await sql`update public.user_roles set created_at = now() where user_id = ${ids.mara}`
    expect(await left()).toEqual([{ tokens: 1, invitations: 1 }])
    await change('nora', 'mara', { role: 'editor', ...NOTHING })
    expect(await left()).toEqual([{ tokens: 0, invitations: 0 }])
  })
})

describe('somebody who has articles', () => {
  test('is removed when an heir is named, who gets them all', async () => {
    await addArticles('otto', 40)
    await addArticles('otto', 2, true)
    const [waiting] = await addArticles('emil', 1)
    await sql`update public.article_workflow set next_person = ${ids.otto} where article_id = ${waiting}`
    await expect(remove('nora', 'otto')).rejects.toMatchObject({
      code: '23503',
      detail: '41',
      message: 'This person has 41 articles that are not published. Name who takes over.',
    })
    for (const wrong of ['otto', 'fanny', 'lea'])
      await expect(remove('nora', 'otto', wrong)).rejects.toMatchObject({ code: 'P0001' })
    expect(await remove('nora', 'otto', 'emil')).toBe(true)
    expect(await ownersOf()).toEqual([
      ['otto', 2],
      ['emil', 41],
    ])
    expect(await sql`select next_person from public.article_workflow where article_id = ${waiting}`).toEqual([
      { next_person: ids.emil },
    ])
    expect(await said()).toEqual([
      'nora@example.org gave the unpublished articles of “otto@example.org” to somebody else',
      'nora@example.org removed “otto@example.org”, who was an author',
    ])
  })

  test('becomes a translator only when an heir is named', async () => {
    await addArticles('otto', 1)
    const translator: Membership = { role: 'translator', languages: ['fr'], permissions: [] }
    await expect(change('nora', 'otto', translator)).rejects.toMatchObject({ code: '23503', detail: '1' })
    expect(await change('nora', 'otto', translator, 'nora')).toBe(true)
    expect(await change('nora', 'emil', { role: 'author', ...NOTHING })).toBe(true)
    expect(await ownersOf()).toEqual([['nora', 1]])
  })

  test('in the trash leaves them to the heir as well, and is not asked for one', async () => {
    const [id] = await addArticles('otto', 1)
    await sql`delete from public.articles where id = ${id}`
    expect(await remove('nora', 'otto', 'emil')).toBe(true)
    expect(await ownersOf()).toEqual([['emil', 1]])
  })

  test('leaves what the heir cannot have to the editors, ideas to the heir, and translations to others', async () => {
    const [edited] = await addArticles('nora', 1)
    await sql`update public.article_workflow set state = 'handed_in', next_person = ${ids.emil} where article_id = ${edited}`
    await sql`insert into public.ideas (title, person) values ('Later', ${ids.emil})`
    await sql`
      insert into public.translation_claims (original_id, language, user_id)
      values (${edited}, 'de', ${ids.emil}), (${edited}, 'fr', ${ids.fanny})`
    expect(await remove('nora', 'emil', 'otto')).toBe(true)
    expect(await sql`select state, next_person from public.article_workflow`).toEqual([
      { state: 'handed_in', next_person: null },
    ])
    expect(await sql`select person from public.ideas`).toEqual([{ person: ids.otto }])
    await change('nora', 'fanny', { role: 'translator', languages: ['it'], permissions: [] })
    expect(await sql`select ended_how from public.translation_claims`).toEqual([
      { ended_how: 'expired' },
      { ended_how: 'expired' },
    ])
  })

  test('loses session, links and places beside others', async () => {
    const [id] = await addArticles('emil', 1)
    await sql`insert into public.article_people (article_id, user_id) values (${id}, ${ids.otto})`
    await sql`insert into auth.sessions (id, user_id) values (${randomUUID()}, ${ids.otto})`
    expect(await remove('nora', 'otto')).toBe(true)
    expect(await remove('nora', 'otto')).toBe(false)
    expect(await sql`select from public.article_people`).toHaveLength(0)
    expect(await sql`select from auth.sessions where user_id = ${ids.otto}`).toHaveLength(0)
  })
})

describe('an invitation', () => {
  const invite = (membership: Membership) =>
    as(
      'nora',
      (request) => request`
        select private.invite_member('eve@example.org', ${membership.role}, ${membership.languages}, ${membership.permissions})`,
    )
  const changeInvitation = (by: string, { role, languages, permissions }: Membership) =>
    as(by, async (request) => {
      const [row] = await request<[{ answer: { changed: boolean } }]>`
        select public.change_invitation('Eve@example.org', ${role}, ${languages}, ${permissions}) as answer`
      return row.answer.changed
    })

  test('is in no language that there is not, nor in one that nobody chose', async () => {
    const inviteIn = (language: string | null) =>
      as(
        'nora',
        (request) => request`
          select private.invite_member('eve@example.org', 'translator', '{fr,de}', '{}', ${language})`,
      )
    for (const language of ['xx', '', 'DE', 'fr,de']) {
      await expect(inviteIn(language)).rejects.toMatchObject({ code: 'P0001' })
    }
    const language = async () => (await sql`select language from private.invitations`)[0]?.language
    await inviteIn(null)
    expect(await language()).toBe('fr')
    await inviteIn('it')
    await inviteIn(null)
    expect(await language()).toBe('it')
  })

  test('names the role, can be changed, and keeps its link', async () => {
    await invite({ role: 'editor', languages: [], permissions: ['send'] })
    await sql`update private.invitations set token_hash = 'mailed'`
    const translator: Membership = { role: 'translator', languages: ['fr'], permissions: [] }
    expect(await changeInvitation('mara', translator)).toBe(true)
    expect(await changeInvitation('mara', translator)).toBe(false)
    expect(await sql`select role, languages, permissions, token_hash from private.invitations`).toEqual([
      { role: 'translator', languages: ['fr'], permissions: [], token_hash: 'mailed' },
    ])
    const listed = await as(
      'nora',
      (request) =>
        request`select email, role, languages, status from public.list_members() where user_id is null`,
    )
    expect(listed).toEqual([
      { email: 'eve@example.org', role: 'translator', languages: ['fr'], status: 'invited' },
    ])
    expect(await said()).toEqual([
      'nora@example.org invited “eve@example.org” as an editor who may send',
      'mara@example.org changed the invitation of “eve@example.org” to that of a translator (French)',
    ])
  })

  test('of what cannot be, or of somebody who has a role, is refused', async () => {
    await expect(invite({ role: 'author', languages: ['fr'], permissions: [] })).rejects.toMatchObject({
      code: 'P0001',
    })
    await invite({ role: 'author', ...NOTHING })
    await expect(changeInvitation('nora', { role: 'translator', ...NOTHING })).rejects.toMatchObject({
      code: 'P0001',
    })
    await expect(changeInvitation('emil', { role: 'admin', ...NOTHING })).rejects.toMatchObject({
      code: '42501',
    })
    await expect(
      as(
        'nora',
        (request) => request`select private.invite_member('otto@example.org', 'editor', '{}', '{}')`,
      ),
    ).rejects.toMatchObject({ code: '23505' })
  })
})

describe('a second factor', () => {
  const demand = (roles: string[], aal = 'aal1') =>
    as('nora', (request) => request`select public.set_second_factor_roles(${roles}::text[])`, aal)
  const membership = (name: string) =>
    as(name, async (request) => {
      const [row] = await request`select public.find_my_membership() as mine`
      return row?.mine
    })

  test('is demanded of a role, whose people can do nothing without it and are told so', async () => {
    await demand(['translator', 'translator'])
    expect(await membership('fanny')).toEqual({
      user_id: ids.fanny,
      role: 'translator',
      languages: ['fr'],
      permissions: [],
      name: 'fanny@example.org',
      needs_factor: true,
    })
    expect(await membership('otto')).toMatchObject({ role: 'author', needs_factor: false })
    const isMember = (name: string, aal?: string) =>
      as(name, (request) => request`select private.is_member() as is`, aal)
    expect(await isMember('fanny')).toEqual([{ is: false }])
    expect(await isMember('fanny', 'aal2')).toEqual([{ is: true }])
    await demand([])
    expect(await isMember('fanny')).toEqual([{ is: true }])
    expect(await said()).toEqual([
      'nora@example.org changed who needs a second factor',
      'nora@example.org changed who needs a second factor',
    ])
  })

  test('is demanded of administrators only by one who has shown one', async () => {
    await expect(demand(['admin'])).rejects.toMatchObject({
      code: 'P0001',
      message: 'Sign in with a second factor of your own first; otherwise you could not come back.',
    })
    await demand(['admin'], 'aal2')
    await expect(demand([])).rejects.toMatchObject({ code: '42501' })
    await demand([], 'aal2')
  })

  test.each([[['owner']], [[null]], [null]])('of %j is refused', async (roles) => {
    await expect(demand(roles as string[])).rejects.toMatchObject({ code: 'P0001' })
  })

  test('says nothing to who has no role or no session', async () => {
    await sql`delete from public.user_roles where user_id = ${ids.otto}`
    expect(await membership('otto')).toBeNull()
    expect(await sql`select public.find_my_membership() as mine`).toEqual([{ mine: null }])
  })
})
