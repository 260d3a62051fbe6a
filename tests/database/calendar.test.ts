import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CalendarAnswer, type CalendarItem, type CalendarMove, shiftDay } from '#core/domain/calendar.ts'
import { nextSunday } from '#core/domain/newsletter-schedule.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { addPerson, asPerson, type Person } from '../support/sessions-of-roles.ts'

let database: TestDatabase
let sql: Sql
let people: Record<'admin' | 'editor' | 'author' | 'other' | 'translator' | 'mailer', Person>

beforeAll(async () => {
  database = await createTestDatabase()
  sql = database.sql
  people = {
    admin: await addPerson(sql, { name: 'ada', role: 'admin' }),
    editor: await addPerson(sql, { name: 'edith', role: 'editor' }),
    author: await addPerson(sql, { name: 'aud', role: 'author' }),
    other: await addPerson(sql, { name: 'otto', role: 'author' }),
    translator: await addPerson(sql, { name: 'tim', role: 'translator', languages: ['de'] }),
    mailer: await addPerson(sql, { name: 'mai', role: 'newsletter' }),
  }
})
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`delete from public.articles`
  await sql`delete from public.article_workflow`
  await sql`delete from public.ideas`
  await sql`delete from public.newsletter_issues`
})

interface Piece {
  title: string
  language?: string
  published?: boolean
  at?: string
  owner?: Person
  due?: string
  state?: string
  original?: string
  category?: string
}

async function addArticle(piece: Piece): Promise<string> {
  const { title, language = 'en', published = false, at = '2026-12-01T09:00:00Z', category = 'tech' } = piece
  const { owner = null, due = null, state = 'draft', original = null } = piece
  const id = randomUUID()
  await sql`
    insert into public.articles
      (id, slug, title, excerpt, content, category, language, published, original_article_id, publish_date, reading_time)
    values (${id}, ${`a-${id}`}, ${title}, 'Excerpt', 'Text', ${category}, ${language}, ${published}, ${original},
      least(${at}::timestamptz, now()), '1 min')`
  if (published) {
    await sql`alter table public.articles disable trigger user`
    await sql`update public.articles set publish_date = ${at} where id = ${id}`
    await sql`alter table public.articles enable trigger user`
  }
  await sql`
    insert into public.article_workflow (article_id, owner, due_on, state) select ${id}, ${owner?.id ?? null}, ${due}, ${state}
    where ${original}::uuid is null
    on conflict (article_id) do update set owner = excluded.owner, due_on = excluded.due_on, state = excluded.state`
  return id
}

interface Options {
  from?: string
  until?: string
  zone?: string
  person?: string
  language?: string
  section?: string
}

function list(person: Person | null, options: Options = {}): Promise<CalendarAnswer> {
  const { from = '2026-11-30', until = '2027-01-03', zone = 'UTC' } = options
  const { person: of = null, language = null, section = null } = options
  return asPerson(sql, person, async (transaction) => {
    const [row] = await transaction<[{ answer: CalendarAnswer }]>`
      select public.list_calendar(${from}, ${until}, ${zone}, ${of}, ${language}, ${section}) as answer`
    return row.answer
  })
}

/** Each thing as its kind and its title, with an asterisk where the person may move it. */
const seenBy = async (person: Person, options?: Options) =>
  (await list(person, options)).items.map(describeItem).toSorted()
const describeItem = ({ kind, title, can_move }: CalendarItem) => `${kind} ${title}${can_move ? '*' : ''}`

const move = (person: Person, item: { kind: string; id: string; from: string; to: string; zone?: string }) =>
  asPerson(sql, person, async (transaction) => {
    const { kind, id, from, to, zone = 'UTC' } = item
    const [row] = await transaction<[{ answer: CalendarMove }]>`
      select public.move_calendar_item(${kind}, ${id}, ${from}, ${to}, ${zone}) as answer`
    return row.answer
  })

async function fillCalendar() {
  const { author, other } = people
  await sql`
    insert into public.ideas (title, planned_on, person, language) values
      ('Theirs', '2026-12-02', ${author.id}, 'de'), ('Open', '2026-12-03', null, null), ('Some day', null, null, null)`
  await addArticle({ title: 'Own draft', owner: author, due: '2026-12-04' })
  await addArticle({ title: 'Other draft', owner: other, due: '2026-12-05', category: 'opinion' })
  await addArticle({ title: 'Ready draft', owner: other, due: '2026-12-06', state: 'ready' })
  const scheduled = await addArticle({ title: 'Scheduled', owner: author })
  const printed = await addArticle({ title: 'Printed', published: true, owner: other })
  const german = await addArticle({ title: 'Gedruckt', language: 'de', original: printed })
  await addArticle({ title: 'Imprimé', language: 'fr', published: true, original: printed })
  await sql`
    insert into public.article_schedules (article_id, publish_at, zone) values
      (${scheduled}, '2026-12-07T08:00:00Z', 'Europe/Zurich'), (${german}, '2026-12-08T08:00:00Z', 'UTC')`
  await sql`
    insert into public.article_unpublishings (article_id, unpublish_at, zone) values (${printed}, '2026-12-09T08:00:00Z', 'UTC')`
  await sql`
    insert into public.newsletter_issues (status, slug, seal, approved_at, scheduled_for, created_at, ended_at)
    values ('scheduled', '2026-12-06', 'seal', now(), '2026-12-06T08:00:00Z', '2026-12-01', null),
      ('cancelled', null, null, null, null, '2026-12-01', '2026-12-02')`
  return { scheduled, printed, german }
}

describe('a full calendar', () => {
  test('shows an editor everything, and lets them move what is not in print', async () => {
    await fillCalendar()
    const everything = [
      'due Other draft*',
      'due Own draft*',
      'due Ready draft*',
      'ending Printed',
      'idea Open*',
      'idea Theirs*',
      'issue ',
      'published Printed',
      'schedule Gedruckt*',
      'schedule Scheduled*',
    ]
    expect(await seenBy(people.editor)).toEqual(everything)
    expect(await seenBy(people.admin)).toEqual(everything)
  })

  test('shows everybody else what they read', async () => {
    await fillCalendar()
    expect(await seenBy(people.author)).toEqual([
      'due Own draft*',
      'idea Open',
      'idea Theirs*',
      'published Printed',
      'schedule Scheduled',
    ])
    expect(await seenBy(people.translator)).toEqual([
      'due Ready draft',
      'published Printed',
      'schedule Gedruckt',
    ])
    expect(await seenBy(people.mailer)).toEqual(['idea Open', 'idea Theirs', 'issue ', 'published Printed'])
    await expect(list(null)).rejects.toMatchObject({ code: '42501' })
  })

  test('is the same for a program as for its person', async () => {
    await fillCalendar()
    for (const person of Object.values(people)) {
      const [secret] = await asPerson(
        sql,
        person,
        (transaction) =>
          transaction<[{ secret: string }]>`select public.renew_calendar_address() ->> 'secret' as secret`,
      )
      expect(secret.secret).toMatch(/^[0-9a-f]{64}$/)
      const [{ answer }] = await sql<[{ answer: CalendarAnswer }]>`
        select private.read_calendar_of_address(private.sha256_hex(${secret.secret}), 'UTC') as answer`
      const { items } = await list(person, { from: '2026-12-01', until: '2026-12-31' })
      const today = new Date().toISOString().slice(0, 10)
      if (today >= '2026-11-01' && today < '2026-12-20')
        expect(answer.items).toEqual(expect.arrayContaining(items))
      expect(answer.items.map(({ can_move, ...item }) => item)).not.toHaveLength(0)
    }
  })

  test('is filtered by person, language and section', async () => {
    await fillCalendar()
    const { editor, author } = people
    expect(await seenBy(editor, { person: author.id })).toEqual([
      'due Own draft*',
      'idea Theirs*',
      'schedule Scheduled*',
    ])
    expect(await seenBy(editor, { language: 'de' })).toEqual(['idea Theirs*', 'schedule Gedruckt*'])
    expect(await seenBy(editor, { language: 'fr' })).toEqual(['published Imprimé'])
    expect(await seenBy(editor, { section: 'opinion' })).toEqual(['due Other draft*'])
  })

  test('has one thing for an article with its translations of a day', async () => {
    const { printed } = await fillCalendar()
    await addArticle({
      title: 'Impreso',
      language: 'es',
      published: true,
      original: printed,
      at: '2026-12-02T09:00:00Z',
    })
    const { items } = await list(people.editor)
    expect(
      items
        .filter(({ kind }) => kind === 'published')
        .map(({ day, title, languages }) => ({ day, title, languages })),
    ).toEqual([
      { day: '2026-12-01', title: 'Printed', languages: ['en', 'fr'] },
      { day: '2026-12-02', title: 'Impreso', languages: ['es'] },
    ])
  })
})

test('an issue is on the day on which it was sent, is scheduled, or is expected', async () => {
  const sunday = nextSunday(new Date(), { newsletter_time: '09:00', newsletter_zone: 'Europe/Zurich' }).sunday
  const around = { from: shiftDay(sunday, -14), until: shiftDay(sunday, 7), zone: 'Europe/Zurich' }
  const seen = async () =>
    (await list(people.editor, around)).items.map(({ status, day, at }) => [status, day, at && new Date(at)])
  const addIssue = (columns: object) => sql`
    insert into public.newsletter_issues (status, slug, seal, approved_at, audience, scheduled_for, started_at, ended_at, created_at)
    select status, '2026-01-01', 'seal', now(), 3, scheduled_for, started_at, ended_at, created_at
    from jsonb_populate_record(null::public.newsletter_issues, ${JSON.stringify(columns)}::jsonb)`
  // Begun long ago, and the only one since.
  const begun = `${shiftDay(sunday, -20)}T12:00:00Z`
  await addIssue({ status: 'draft', created_at: begun })
  expect(await seen()).toEqual([['draft', sunday, null]])
  await sql`delete from public.newsletter_issues`
  const saturday = `${shiftDay(sunday, -1)}T17:21:00Z`
  await addIssue({
    status: 'sent',
    created_at: begun,
    scheduled_for: `${sunday}T08:00:00Z`,
    started_at: saturday,
    ended_at: `${sunday}T10:00:00Z`,
  })
  expect(await seen()).toEqual([['sent', shiftDay(sunday, -1), new Date(saturday)]])
})

test('days are those of the zone', async () => {
  await addArticle({ title: 'Late', published: true, at: '2026-12-01T23:30:00Z' })
  expect((await list(people.editor, { zone: 'Europe/Zurich' })).items[0]?.day).toBe('2026-12-02')
  expect((await list(people.editor, { zone: 'UTC' })).items[0]?.day).toBe('2026-12-01')
  const only = (zone: string) => list(people.editor, { from: '2026-12-01', until: '2026-12-01', zone })
  expect((await only('Europe/Zurich')).items).toEqual([])
  expect((await only('UTC')).items).toHaveLength(1)
})

test.each([
  { from: '2026-12-01', until: '2027-01-12' },
  { from: '2026-12-02', until: '2026-12-01' },
  { from: '1999-12-01', until: '1999-12-02' },
  { zone: 'Europe/Nowhere' },
  { zone: '+01:00' },
])('%j is refused', async (options) => {
  await expect(list(people.editor, options)).rejects.toMatchObject({ code: '22023' })
})

test('no more than 500 things, and never less of what is to come for what is in print', async () => {
  await sql`insert into public.ideas (title, planned_on) select 'Idea ' || n, '2026-12-20' from generate_series(1, 499) as n`
  await addArticle({ title: 'First', published: true })
  expect(await list(people.editor)).toMatchObject({ has_more: false })
  await addArticle({ title: 'Second', published: true })
  const { items, has_more } = await list(people.editor)
  expect(has_more).toBe(true)
  expect(items).toHaveLength(500)
  expect(items.filter(({ kind }) => kind === 'idea')).toHaveLength(499)
})

describe('moving', () => {
  test('takes an idea to another day, once', async () => {
    const [{ id }] = await sql<[{ id: string }]>`
      insert into public.ideas (title, planned_on, made_by) values ('Mine', '2026-12-02', ${people.author.id}) returning id`
    const there = { kind: 'idea', id, from: '2026-12-02', to: '2026-12-09' }
    for (const person of [people.other, people.mailer]) {
      await expect(move(person, there)).rejects.toMatchObject({ code: '42501' })
    }
    // Nothing that a translator could see.
    expect(await move(people.translator, there)).toEqual({ status: 'changed' })
    const answers = await Promise.all([
      move(people.author, there),
      move(people.editor, { ...there, to: '2026-12-10' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['changed', 'moved'])
  })

  test('takes a due day along for its owner and for editors', async () => {
    const id = await addArticle({ title: 'Draft', owner: people.author, due: '2026-12-04' })
    const there = { kind: 'due', id, from: '2026-12-04', to: '2026-12-11' }
    expect(await move(people.other, there)).toEqual({ status: 'changed' })
    expect(await move(people.author, there)).toEqual({ status: 'moved' })
    expect(await move(people.editor, { ...there, from: '2026-12-11', to: '2026-12-04' })).toEqual({
      status: 'moved',
    })
    expect(await sql`select to_char(due_on, 'YYYY-MM-DD') as day from public.article_workflow`).toEqual([
      { day: '2026-12-04' },
    ])
  })

  test('of a due day is for whoever sets it beside the article', async () => {
    const day = '2026-12-04'
    const id = await addArticle({ title: 'Draft', owner: people.author, due: day })
    const there = { kind: 'due', id, from: day, to: '2026-12-11' }
    const refused = { code: '42501' }
    const setDue = () =>
      asPerson(sql, people.author, (transaction) => transaction`select public.set_due(${id}, ${day})`)

    await sql`update public.article_workflow set state = 'in_edit' where article_id = ${id}`
    await expect(move(people.author, there)).rejects.toMatchObject(refused)
    await expect(setDue()).rejects.toMatchObject(refused)

    await sql`update public.article_workflow set next_person = ${people.author.id} where article_id = ${id}`
    expect(await seenBy(people.author)).toEqual(['due Draft*'])
    expect(await move(people.author, there)).toEqual({ status: 'moved' })
    await setDue()

    await sql`insert into public.article_schedules (article_id, publish_at, zone) values (${id}, '2027-06-01T08:00:00Z', 'UTC')`
    await expect(move(people.author, there)).rejects.toMatchObject(refused)
    await expect(setDue()).rejects.toMatchObject(refused)
    expect(await move(people.editor, there)).toEqual({ status: 'moved' })
  })

  test('keeps the time of day of a schedule, also where clocks change, and its findings', async () => {
    const id = await addArticle({ title: 'Scheduled', owner: people.author })
    await sql`
      insert into public.article_schedules (article_id, publish_at, zone, accepted, featured)
      values (${id}, '2027-03-26T08:00:00Z', 'Europe/Zurich', '["alt:x"]', true)`
    const there = { kind: 'schedule', id, from: '2027-03-26', to: '2027-03-29', zone: 'Europe/Zurich' }
    await expect(move(people.author, there)).rejects.toMatchObject({ code: '42501' })
    expect(await move(people.admin, there)).toEqual({ status: 'moved' })
    expect(await sql`select publish_at, accepted, featured, status from public.article_schedules`).toEqual([
      {
        publish_at: new Date('2027-03-29T07:00:00Z'),
        accepted: ['alt:x'],
        featured: true,
        status: 'waiting',
      },
    ])
    expect(await move(people.admin, { ...there, from: '2027-03-29', to: '2020-01-01' })).toEqual({
      status: 'past',
    })
  })

  test.each(['published', 'issue', 'ending', 'x'])('is refused for %s', async (kind) => {
    const there = { kind, id: randomUUID(), from: '2026-12-02', to: '2026-12-09' }
    await expect(move(people.admin, there)).rejects.toMatchObject({ code: '22023' })
  })
})

describe('the rhythm', () => {
  test('says of each section how often it had something, and whether it will', async () => {
    for (let week = 1; week <= 7; week++) {
      const at = new Date(Date.now() - week * 7 * 864e5).toISOString()
      await addArticle({ title: `Opinion ${week}`, category: 'opinion', published: true, at })
      await addArticle({ title: `Tech ${week}`, category: 'tech', published: true, at })
    }
    await sql`
      insert into public.ideas (title, section, planned_on)
      values ('Next', 'tech', (date_trunc('week', now() at time zone 'UTC') + interval '9 days')::date)`
    const { rhythm } = await list(people.editor)
    expect(rhythm.sections.find(({ section }) => section === 'opinion')).toEqual({
      section: 'opinion',
      weeks: 7,
      is_planned: false,
    })
    expect(rhythm.sections.find(({ section }) => section === 'tech')?.is_planned).toBe(true)
    expect(rhythm.languages.find(({ language }) => language === 'en')).toMatchObject({ count: 14 })
  })

  test('is told to those who can do something about it', async () => {
    const languagesOf = async (person: Person) =>
      (await list(person)).rhythm.languages.map(({ language }) => language)
    expect(await languagesOf(people.translator)).toEqual(['de'])
    expect(await languagesOf(people.author)).toEqual([])
    for (const person of [people.author, people.translator, people.mailer]) {
      expect((await list(person)).rhythm.sections).toEqual([])
    }
  })
})

describe('the address of a calendar', () => {
  const renew = (person: Person) =>
    asPerson(sql, person, async (transaction) => {
      const [row] = await transaction<
        [{ secret: string }]
      >`select public.renew_calendar_address() ->> 'secret' as secret`
      return row.secret
    })
  const read = async (secret: string) => {
    const [row] = await sql<[{ answer: unknown }]>`
      select private.read_calendar_of_address(private.sha256_hex(${secret}), 'UTC') as answer`
    return row.answer
  }

  test('ends when it is renewed, revoked, or its person banned or without the second factor that is demanded', async () => {
    const { author } = people
    const first = await renew(author)
    const second = await renew(author)
    expect(await read(first)).toBeNull()
    expect(await read(second)).toMatchObject({ has_more: false })
    await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${author.id}`
    expect(await read(second)).toBeNull()
    await sql`update auth.users set banned_until = null where id = ${author.id}`
    await sql`insert into private.roles_with_second_factor (role) values ('author')`
    expect(await read(second)).toBeNull()
    await sql`delete from private.roles_with_second_factor`
    expect(await read(second)).not.toBeNull()
    const revoke = () =>
      asPerson(sql, author, async (transaction) => {
        const [row] = await transaction<
          [{ revoked: boolean }]
        >`select (public.revoke_calendar_address() ->> 'revoked')::boolean as revoked`
        return row.revoked
      })
    expect([await revoke(), await revoke()]).toEqual([true, false])
    expect(await read(second)).toBeNull()
  })

  test('ends with the role, for good', async () => {
    const leaver = await addPerson(sql, { name: 'lea', role: 'editor' })
    const secret = await renew(leaver)
    await sql`delete from public.user_roles where user_id = ${leaver.id}`
    expect(await read(secret)).toBeNull()
    await sql`insert into public.user_roles (user_id, role) values (${leaver.id}, 'editor')`
    expect(await read(secret)).toBeNull()
    await sql`delete from auth.users where id = ${leaver.id}`
  })

  test('gives what the role reads now', async () => {
    await addArticle({
      title: 'Other draft',
      owner: people.other,
      due: new Date().toISOString().slice(0, 10),
    })
    const changing = await addPerson(sql, { name: 'cha', role: 'editor' })
    const secret = await renew(changing)
    expect(await read(secret)).toMatchObject({ items: [{ title: 'Other draft' }] })
    await sql`update public.user_roles set role = 'author' where user_id = ${changing.id}`
    expect(await read(secret)).toMatchObject({ items: [] })
    await sql`delete from auth.users where id = ${changing.id}`
  })

  test('is for people of the desk alone, and its hash for nobody', async () => {
    await expect(
      asPerson(sql, null, (transaction) => transaction`select public.renew_calendar_address()`),
    ).rejects.toMatchObject({ code: '42501' })
    for (const statement of [
      'select * from private.calendar_addresses',
      `select private.read_calendar_of_address('x', 'UTC')`,
      `select private.read_calendar(null, now()::date, now()::date, 'UTC', null, null, null)`,
    ]) {
      await expect(
        asPerson(sql, people.admin, (transaction) => transaction.script(statement)),
      ).rejects.toMatchObject({ code: '42501' })
    }
  })
})
