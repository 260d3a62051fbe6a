import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addNote } from '#core/data/article-notes.ts'
import type { Database } from '#core/data/database.ts'
import { hear } from '../contract/hear-changes.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { ARTICLES, kindOf } from './articles.ts'
import { cellOf, type Table } from './expected-access.ts'
import { insertAnotherRole, insertFixtureRows } from './fixture-rows.ts'
import { FIXTURES } from './fixtures.ts'
import { PEOPLE, signInPeople } from './people.ts'

/** Tables that desks follow, each with a change that the server makes in every row. */
const CHANGES = {
  articles: `update public.articles set subtitle = 'Another'`,
  article_translations: `update public.article_translations set model = 'a-model'`,
  newsletter_issues: 'update public.newsletter_issues set shows_pictures = true',
  mail_deliveries: 'update public.mail_deliveries set attempts = 1',
  settings: `update public.settings set value = '"Another"'`,
  translation_runs: `update public.translation_runs set reason = 'It is Sunday.'`,
} as const satisfies Partial<Record<Table, string>>

let app: TestApp
let people: Awaited<ReturnType<typeof signInPeople>>

beforeAll(async () => {
  app = await startTestApp()
  await insertAnotherRole(app.database.sql)
  people = await signInPeople(app)
  await insertFixtureRows(app.database.sql)
})
afterAll(async () => {
  await Promise.all(PEOPLE.map((person) => people[person].client.removeAllChannels()))
  await app.stop()
})

describe.each(Object.entries(CHANGES))('a change of %s', (name, statement) => {
  const table = name as keyof typeof CHANGES & keyof Database['public']['Tables']
  const { key, by } = FIXTURES[table]

  test('is told to whoever reads the row, and to nobody else', async () => {
    const { data } = await app.service().from(table).select('*').throwOnError()
    const rows = data as unknown as Record<string, unknown>[]
    const listeners = await Promise.all(
      PEOPLE.map(async (person) => {
        const { heard, status } = await hear(people[person].client, { table })
        const cell = cellOf(table, person, 'select')
        const reads = (row: Record<string, unknown>) =>
          cell === 'all' || (Array.isArray(cell) && by && cell.includes(kindOf(row, by, people[person].id)))
        return {
          person,
          heard,
          status,
          expected: rows
            .filter(reads)
            .map((row) => String(row[key]))
            .toSorted(),
        }
      }),
    )
    await app.database.sql.script(statement)
    const keysOf = (heard: { new: Record<string, unknown> }[]) =>
      [...new Set(heard.map((change) => String(change.new[key])))].toSorted()
    for (const { person, heard, status, expected } of listeners) {
      // Only sessions follow changes.
      expect([person, status === 'SUBSCRIBED']).toEqual([person, person !== 'anon'])
      if (person !== 'anon') await expect.poll(() => [person, keysOf(heard)]).toEqual([person, expected])
    }
    // Whoever was to hear everything has, so that nothing more is on its way to the others.
    for (const { person, heard, expected } of listeners)
      expect([person, keysOf(heard)]).toEqual([person, person === 'anon' ? [] : expected])
  })
})

test('a note of one is told to the four others who have the article open', async () => {
  const { published: articleId = '' } = ARTICLES
  const five = ['editor', 'admin', 'editor with addresses', 'translator', 'translator who publishes'] as const
  const desks = await Promise.all(
    five.map(async (person) => {
      const filter = `article_id=eq.${articleId}`
      const { heard, status } = await hear(people[person].client, { table: 'article_notes', filter })
      return { person, heard, status }
    }),
  )
  expect(desks.map(({ status }) => status)).toEqual(five.map(() => 'SUBSCRIBED'))
  const id = randomUUID()
  await addNote(people.editor.client, { id, articleId, body: 'Is this so?' })
  for (const { person, heard } of desks)
    await expect.poll(() => [person, heard.map((change) => change.new.id)]).toEqual([person, [id]])
})
