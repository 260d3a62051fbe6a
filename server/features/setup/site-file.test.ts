import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FileProblem, parseSiteFile, type SiteFile } from '#core/domain/site-file.ts'
import { applySiteFile, SiteFileError } from '#server/features/setup/apply-site-file.ts'
import { printSiteFile } from '#server/features/setup/print-site-file.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { insertArticle } from '../../../tests/support/issues.ts'
import { SETTING_CASES } from '../../../tests/support/setting-cases.ts'

const EXAMPLE = {
  site_name: 'Le Monde Vert',
  tagline: { en: 'Climate, checked' },
  accent: '#0f7b3f',
  type: 'grotesk',
  languages: ['en', 'fr', 'de'],
  categories: [
    { slug: 'news', names: { en: 'News', fr: 'Actualités' } },
    { slug: 'garden', was: 'hack', names: { en: 'Garden' } },
    { slug: 'climate', names: { en: 'Climate' }, color: '#b45309' },
  ],
  retired: { opinion: 'news', business: 'news', tech: 'climate' },
  words: { 'newsletter.hero.title': { en: 'Your Sunday letter' } },
}
const NOTHING = { settings: [], sections: { changed: false, moved: 0 }, demo: null }

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

function read(file: unknown): SiteFile {
  const parsed = parseSiteFile(typeof file === 'string' ? file : JSON.stringify(file))
  if (Array.isArray(parsed)) throw new Error(JSON.stringify(parsed))
  return parsed
}
const apply = (file: unknown, withoutDemo = false) => applySiteFile(database.sql, read(file), { withoutDemo })
const print = () => printSiteFile(database.sql)
/** Every row of both tables, with the transaction that wrote it last. */
const rows = async () => [
  ...(await database.sql`select *, xmin::text from public.settings order by key`),
  ...(await database.sql`select *, xmin::text from public.categories order by slug`),
]

test('a publication becomes what a file says, and the same file again changes nothing', async () => {
  const id = await insertArticle(database.sql, { category: 'tech' })
  expect(await apply(EXAMPLE)).toEqual({
    settings: ['accent', 'languages', 'site_name', 'tagline', 'type', 'words'],
    sections: { changed: true, moved: 1 },
    demo: null,
  })
  expect(await database.sql`select category from public.articles where id = ${id}`).toEqual([
    { category: 'climate' },
  ])
  const before = await rows()
  expect(await apply(EXAMPLE)).toEqual(NOTHING)
  expect(await rows()).toEqual(before)
})

describe('what is printed', () => {
  test('changes nothing when it is applied', async () => {
    await apply(EXAMPLE)
    const [printed, before] = [await print(), await rows()]
    expect(await apply(printed)).toEqual(NOTHING)
    expect([await print(), await rows()]).toEqual([printed, before])
  })

  test('of a new publication changes nothing either', async () => {
    const before = await rows()
    expect(await apply(await print())).toEqual(NOTHING)
    expect(await rows()).toEqual(before)
  })

  test('has every setting that a file can have, with any value', async () => {
    const cases = SETTING_CASES.filter(({ key }) => !['welcome', 'setup', 'newsletter_rate'].includes(key))
    for (const { key, valid: values } of cases)
      for (const value of values) {
        await database.sql`truncate public.settings`
        await database.sql`insert into public.settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)`
        const printed = await print()
        expect(JSON.parse(printed)[key], key).toEqual(value)
        expect(await apply(printed), key).toEqual(NOTHING)
      }
  })

  test('makes another publication the same', async () => {
    await apply(EXAMPLE)
    const printed = await print()
    await database.drop()
    database = await createTestDatabase()
    await apply(printed)
    expect(await print()).toBe(printed)
  })
})

test('null is the default, and what is left out stays', async () => {
  await apply(EXAMPLE)
  expect((await apply({ accent: null })).settings).toEqual(['accent'])
  expect(await database.sql`select key from public.settings order by key`).toEqual(
    ['languages', 'site_name', 'tagline', 'type', 'words'].map((key) => ({ key })),
  )
})

describe('nothing changes when the database refuses a part of it:', () => {
  const refusal = async (file: unknown): Promise<FileProblem[]> => {
    const before = await rows()
    const error = await apply(file).catch((thrown: unknown) => thrown)
    expect(await rows()).toEqual(before)
    return error instanceof SiteFileError ? error.problems : []
  }

  test.each<[string, object, string]>([
    [
      'an address of our own',
      { categories: [{ slug: 'news' }, { slug: 'about', names: { en: 'A' } }] },
      'categories[1].slug',
    ],
    [
      'a section without a name',
      { categories: [{ slug: 'news' }, { slug: 'garden' }] },
      'categories[1].names.en',
    ],
    ['a section that is forgotten', { categories: [{ slug: 'news' }] }, 'retired.'],
    [
      'a section that never was',
      { categories: [{ slug: 'news' }, { slug: 'a', was: 'b', names: { en: 'A' } }] },
      'categories[1].was',
    ],
    ['no page of all', { categories: [{ slug: 'tech' }] }, 'categories'],
  ])('%s', async (_, sections, path) => {
    const problems = await refusal({ site_name: 'Le Monde Vert', ...sections })
    expect(problems[0]?.path).toMatch(path)
  })
})

test('of two at the same time each is applied whole', async () => {
  const other = {
    site_name: 'Zeitung',
    accent: '#b45309',
    categories: [{ slug: 'news' }],
    retired: { opinion: 'news', business: 'news', tech: 'news', hack: 'news' },
  }
  const { categories: _, retired: _retired, ...first } = EXAMPLE
  await Promise.all([apply(first), apply(other), apply(first), apply(other)])
  const [name, accent] = await database.sql<{ value: string }[]>`
    select value from public.settings where key in ('site_name', 'accent') order by key desc`
  expect([
    ['Le Monde Vert', '#0f7b3f'],
    ['Zeitung', '#b45309'],
  ]).toContainEqual([name?.value, accent?.value])
})

test('the audit log names the operator of the server', async () => {
  await apply({ site_name: 'Le Monde Vert' })
  expect(await database.sql`select actor_name, did from public.audit_log`).toEqual([
    { actor_name: 'The operator of the server', did: 'changed the setting “site name”' },
  ])
})
