import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { connect, type Session } from '#server/database/connection.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { untilSomebodyWaits } from '../support/lock-waits.ts'

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

/** A pool of its own, which is one editor at work. */
function connectEditor(max = 1) {
  const sql = connect(database.address, { max })
  onTestFinished(() => sql.end())
  return sql
}

describe('featuring an article', () => {
  test('takes the mark off the other of its language, and of no other language', async () => {
    await feature('hafen')
    await feature('harbour')
    expect(await featured()).toEqual(['hafen', 'harbour'])
    await feature('bakery')
    expect(await featured()).toEqual(['hafen', 'bakery'])
  })

  test('that is new does so too', async () => {
    await feature('harbour')
    await insert('pipes', 'en', true)
    expect(await featured()).toEqual(['pipes'])
  })

  test('that already is changes nothing', async () => {
    await feature('harbour')
    await feature('harbour')
    expect(await featured()).toEqual(['harbour'])
  })

  test('moves with an article into its new language', async () => {
    await feature('harbour')
    await feature('hafen')
    await database.sql`update public.articles set language = 'de' where slug = 'harbour'`
    expect(await featured()).toEqual(['harbour'])
  })

  test('does not say that readers got something new of the one that lost it', async () => {
    await feature('harbour')
    await feature('bakery')
    const rows = await database.sql`select slug from public.articles where updated_at = '2026-01-01'`
    expect(rows).toHaveLength(3)
  })
})

test('taking the mark off leaves none', async () => {
  await feature('harbour')
  await database.sql`update public.articles set featured = false where slug = 'harbour'`
  expect(await featured()).toEqual([])
})

test('the database holds to it even where the trigger does not run', async () => {
  await feature('harbour')
  const attempt = database.sql.transaction(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`update public.articles set featured = true where slug = 'bakery'`
  })
  await expect(attempt).rejects.toMatchObject({ code: '23505', constraint: 'articles_one_featured' })
})

describe('editors who feature at the same time', () => {
  test('all succeed, and one article is left with the mark', async () => {
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

  test('see the second wait for the first, and have the last word in that order', async () => {
    const [first, second] = [connectEditor(), connectEditor()]
    let waiting: ReturnType<typeof feature> | undefined
    await first.transaction(async (sql) => {
      await feature('harbour', sql)
      waiting = feature('bakery', second)
      await untilSomebodyWaits(database.sql)
      // Who waits must not hold the row meanwhile: it may be the one that the first has to change.
      const free = await database.sql`
        select slug from public.articles where slug = 'bakery' for update skip locked`
      expect([...free]).toEqual([{ slug: 'bakery' }])
    })
    await waiting
    expect(await featured()).toEqual(['bakery'])
  })

  test('are not stopped by somebody who saves the article that carries the mark', async () => {
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
