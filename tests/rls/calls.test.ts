import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { ARTICLES, INTERVIEW, REPORT } from './articles.ts'
import { CALLS_ON_PUBLISHED, EXPECTED_CALLS, isAnswered } from './expected-calls.ts'
import { insertAnotherRole, insertFixtureRows } from './fixture-rows.ts'
import { PEOPLE, type Person, signInPeople } from './people.ts'

const CALLS = [
  ...Object.entries(EXPECTED_CALLS).map(([name, call]) => [name, name, call] as const),
  ...Object.entries(CALLS_ON_PUBLISHED).map(
    ([name, call]) => [`${name}, on a published original of others`, name, call] as const,
  ),
]

let app: TestApp
let people: Awaited<ReturnType<typeof signInPeople>>

beforeAll(async () => {
  app = await startTestApp()
  await insertAnotherRole(app.database.sql)
  people = await signInPeople(app)
  await insertFixtureRows(app.database.sql)
})
afterAll(() => app.stop())

async function call(person: Person, name: string, args: object = {}) {
  const { data, error } = await people[person].client.rpc(name as never, args as never)
  // It is there, and the arguments are its own.
  expect(error?.code ?? '').not.toMatch(/^PGRST/)
  return { data: data as unknown, error }
}

describe.each(CALLS)('%s', (_, name, expected) => {
  test.each(PEOPLE)('by %s', async (person) => {
    const { args } = expected
    const { error } = await call(person, name, typeof args === 'function' ? args() : args)
    expect(error?.code === '42501' ? 'refused' : 'answered').toBe(
      isAnswered(expected, person) ? 'answered' : 'refused',
    )
  })
})

describe('what is answered is only what the person reads:', () => {
  beforeAll(() => insertFixtureRows(app.database.sql))
  const DRAFTS = {
    editor: [
      'draft',
      'own',
      'handed in',
      'ready',
      'German',
      'German of a draft',
      'French',
      'French of a ready draft',
    ],
    author: ['own', 'handed in'],
    translator: ['ready', 'German'],
    newsletter: [],
  } as const
  const idsOf = (kinds: readonly (keyof typeof ARTICLES)[]) => kinds.map((kind) => ARTICLES[kind]).toSorted()

  test.each(Object.entries(DRAFTS))('the search of the desk, by %s', async (person, kinds) => {
    const { data } = await call(person as Person, 'search_desk', { p_search: '', p_published: false })
    expect(data).toMatchObject({ total: kinds.length })
    expect((data as { ids: string[] }).ids.toSorted()).toEqual(idsOf(kinds))
    const published = await call(person as Person, 'search_desk', { p_search: '', p_published: true })
    expect(published.data).toMatchObject({ total: 5 })
  })

  test.each(Object.entries(DRAFTS))('the versions of a story, by %s', async (person, kinds) => {
    const versions = await Promise.all(
      Object.values(ARTICLES).map((id) =>
        call(person as Person, 'list_story_versions', { p_article_id: id }),
      ),
    )
    const drafts = versions
      .flatMap(({ data }) => data as { id: string; published: boolean }[])
      .filter(({ published }) => !published)
    expect([...new Set(drafts.map(({ id }) => id))].toSorted()).toEqual(idsOf(kinds))
  })

  test('the coverage and the queue of reviews, by a translator', async () => {
    const covered = async (published: boolean) => {
      const { data } = await call('translator', 'list_translation_coverage', { p_published: published })
      return (data as { rows: { id: string; cells: { language: string }[] }[] }).rows
    }
    expect((await covered(false)).map(({ id }) => id)).toEqual([ARTICLES.ready])
    const published = await covered(true)
    expect(published.map(({ id }) => id).toSorted()).toEqual(
      [ARTICLES.published, REPORT, INTERVIEW].toSorted(),
    )
    for (const { cells } of published) expect(cells.map(({ language }) => language)).toEqual(['de'])
    const { data } = await call('translator', 'list_translations_to_review')
    expect(
      (data as { rows: { translation_id: string }[] }).rows.map((row) => row.translation_id).toSorted(),
    ).toEqual(idsOf(['German', 'German published']))
    const all = await call('editor', 'list_translations_to_review')
    expect(all.data).toMatchObject({ total: 6 })
  })

  test('a run into another language is ended by editors only', async () => {
    const { sql } = app.database
    const runs = await sql<
      { id: string; language: string }[]
    >`select id, language from public.translation_runs`
    const run = (language: string) => ({ p_run_id: runs.find((one) => one.language === language)?.id })
    expect((await call('translator', 'cancel_translation', run('fr'))).error?.code).toBe('42501')
    expect((await call('translator', 'cancel_translation', run('de'))).data).toEqual({ status: 'cancelled' })
    expect((await call('editor', 'cancel_translation', run('fr'))).data).toEqual({ status: 'cancelled' })
  })

  test('proposals of terms, by a translator', async () => {
    const { data } = await call('translator', 'list_glossary_proposals')
    expect(data).toMatchObject({ total: 1, proposals: [{ language: 'de' }] })
  })
})
