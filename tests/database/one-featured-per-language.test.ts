import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { connect, type Session } from '#server/platform/database/connection.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { untilSomebodyWaits } from '../support/lock-waits.ts'
import { addPerson, asPerson } from '../support/sessions-of-roles.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.sql`truncate public.articles cascade`
  await insert('harbour', 'en')
  await insert('bakery', 'en')
  await insert('hafen', 'de')
})

function insert(slug: string, language: string, featured = false, sql = database.sql) {
  return sql`
    insert into public.articles (slug, language, title, excerpt, content, category, published, featured, updated_at)
    values (${slug}, ${language}, 'Title', 'Excerpt', 'Text', 'tech', true, ${featured}, '2026-01-01')`
}

function feature(slug: string, sql: Session = database.sql) {
  return sql`update public.articles set featured = true where slug = ${slug}`
}

async function featured(): Promise<string[]> {
  const rows = await database.sql<{ slug: string }[]>`
    select slug from public.articles where featured order by language, slug`
  return rows.map((row) => row.slug)
}

/** A separate connection pool, for one editor. */
function connectEditor(max = 1) {
  const sql = connect(database.address, { max })
  onTestFinished(() => sql.end())
  return sql
}

describe('featuring an article', () => {
  test('unfeatures the other one of its language, but not of other languages', async () => {
    await feature('hafen')
    await feature('harbour')
    expect(await featured()).toEqual(['hafen', 'harbour'])
    await feature('bakery')
    expect(await featured()).toEqual(['hafen', 'bakery'])
  })

  test('unfeatures the other one also when the article is new', async () => {
    await feature('harbour')
    await insert('pipes', 'en', true)
    expect(await featured()).toEqual(['pipes'])
  })

  test('by an upsert works also for the one that is featured', async () => {
    const upsert = (slug: string) => database.sql`
      insert into public.articles (slug, language, title, excerpt, content, category, published, featured)
      values (${slug}, 'en', 'Upserted', 'Excerpt', 'Text', 'tech', true, true)
      on conflict (slug, language) do update set title = excluded.title, featured = excluded.featured`
    for (const slug of ['harbour', 'harbour', 'bakery']) {
      await upsert(slug)
      expect(await featured()).toEqual([slug])
    }
  })

  test('that is featured already changes nothing', async () => {
    await feature('harbour')
    await feature('harbour')
    expect(await featured()).toEqual(['harbour'])
  })

  test('applies in the new language when an article changes its language', async () => {
    await feature('harbour')
    await feature('hafen')
    await database.sql`update public.articles set language = 'de' where slug = 'harbour'`
    expect(await featured()).toEqual(['harbour'])
  })

  test('does not change updated_at of the unfeatured article', async () => {
    await feature('harbour')
    await feature('bakery')
    const rows = await database.sql`select slug from public.articles where updated_at = '2026-01-01'`
    expect(rows).toHaveLength(3)
  })
})

test.each([
  ['author', 0],
  ['translator', 0],
  ['editor', 1],
] as const)(
  'a statement of role %s lets others feature meanwhile, unless it may feature too (locks: %i)',
  async (role, locks) => {
    const person = await addPerson(database.sql, {
      name: role,
      role,
      languages: role === 'translator' ? ['de'] : [],
    })
    const held = await asPerson(database.sql, person, async (transaction) => {
      await transaction`update public.articles set language = 'en' where slug = 'none'`
      return transaction`select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`
    })
    expect(held).toHaveLength(locks)
  },
)

test('unfeaturing the featured article leaves none', async () => {
  await feature('harbour')
  await database.sql`update public.articles set featured = false where slug = 'harbour'`
  expect(await featured()).toEqual([])
})

test('a unique index guarantees it even when the trigger does not run', async () => {
  await feature('harbour')
  const attempt = database.sql.transaction(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`update public.articles set featured = true where slug = 'bakery'`
  })
  await expect(attempt).rejects.toMatchObject({ code: '23505', constraint: 'articles_one_featured' })
})

describe('editors who feature concurrently', () => {
  test('all succeed, and one article remains featured', async () => {
    const editors = connectEditor(8)
    for (let round = 0; round < 10; round++) {
      await Promise.all([
        ...['harbour', 'bakery', 'harbour', 'bakery', 'hafen'].map((slug) => feature(slug, editors)),
        insert(`new-${round}`, 'en', true, editors),
        insert(`neu-${round}`, 'de', true, editors),
      ])
      expect(await featured()).toHaveLength(2)
    }
  })

  test('are serialised, and the last one wins', async () => {
    const [first, second] = [connectEditor(), connectEditor()]
    let waiting: ReturnType<typeof feature> | undefined
    await first.transaction(async (sql) => {
      await feature('harbour', sql)
      waiting = feature('bakery', second)
      await untilSomebodyWaits(database.sql)
      // The waiting statement must not lock the row, because the first one may have to change it.
      const free = await database.sql`
        select slug from public.articles where slug = 'bakery' for update skip locked`
      expect([...free]).toEqual([{ slug: 'bakery' }])
    })
    await waiting
    expect(await featured()).toEqual(['bakery'])
  })

  test('are not blocked by an editor who saves the featured article', async () => {
    const editors = connectEditor(8)
    for (let round = 0; round < 10; round++) {
      await feature('harbour')
      await Promise.all([
        feature('bakery', editors),
        editors`update public.articles set featured = true, title = ${`Title ${round}`} where slug = 'harbour'`,
        editors`update public.articles set excerpt = 'Another' where slug = 'harbour'`,
      ])
      expect(await featured()).toHaveLength(1)
    }
  })
})
