import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FileProblem, parseSiteFile, type SiteFile } from '#core/domain/site-file.ts'
import { applySiteFile, SiteFileError } from '#server/features/setup/apply-site-file.ts'
import { printSiteFile } from '#server/features/setup/print-site-file.ts'
import { findWordProblems } from '#server/features/setup/word-problems.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { insertArticle } from '../../../tests/support/issues.ts'
import { SETTING_CASES, storeLookOfCases } from '../../../tests/support/setting-cases.ts'

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
const NOTHING = { settings: [], sections: { changed: false, moved: 0 }, pages: [], demo: null }

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

function read(file: unknown): SiteFile {
  const parsed = parseSiteFile(typeof file === 'string' ? file : JSON.stringify(file))
  if (parsed.problems.length > 0) throw new Error(JSON.stringify(parsed.problems))
  return parsed.file
}
const apply = (file: unknown, withoutDemo = false) =>
  applySiteFile(database.sql, read(file), { withoutDemo, findWordProblems })
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
    pages: [],
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
    const cases = SETTING_CASES.filter(
      ({ key }) =>
        !['welcome', 'setup', 'statements_read', 'newsletter_rate', 'daily_megabytes'].includes(key),
    )
    await storeLookOfCases(database.sql)
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

test('everything that is wrong is named at once, and nothing changes', async () => {
  const before = await rows()
  const { file, problems: known } = parseSiteFile(
    JSON.stringify({
      site_name: 'Le Monde Vert',
      accent: 'green',
      icon: { file: 'look/elsewhere.svg' },
      categories: [{ slug: 'news' }, { slug: 'garden' }],
      words: {
        'newsletter.hero.titel': { en: 'A letter' },
        'newsletter.hero.title': { en: 'x'.repeat(81), de: 'Von {{site}}' },
        'newsletter.block.consent': { en: 'No link' },
        'newsletter.issue.introduction_many': { en: 'Many' },
        'category.garden.name': { en: 'Garden' },
        'category.hack.name': { en: 'Hacks' },
        'category.other.name': { en: 'Other' },
      },
      pages: {
        login: { listed: 3 },
        search: { en: { title: 'A', content: 'A' } },
        tech: { en: { title: 'A', content: 'A' } },
      },
    }),
  )
  const error = await applySiteFile(database.sql, file, { withoutDemo: true, findWordProblems, known }).catch(
    (thrown: unknown) => thrown,
  )
  expect(await rows()).toEqual(before)
  expect((error as SiteFileError).problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    'accent: Must be a colour such as #0f7b3f',
    'words.newsletter.hero.titel: Is no message',
    'words.category.other.name: Is no message',
    'words.newsletter.hero.title.en: Must have at most 80 characters, which fit where it stands',
    'words.newsletter.hero.title.de: Has {{site}}, which is not known here. Nothing can be filled in',
    'words.newsletter.block.consent.en: Must have one link, written <link>like this</link>, if the message has one',
    'words.newsletter.issue.introduction_many.en: Is no message in this language',
    'icon: No picture “look/elsewhere.svg” is stored here. Upload it first, or name a file beside the set-up file',
    'categories[1].names.en: Must have a name in English',
    'pages.login: Must have a text in a language, because there is no such page yet',
    'pages.search.en: This address belongs to the site itself',
    'pages.tech.en: A section has this address, or had it',
  ])
})

describe('pages', () => {
  const pages = {
    imprint: {
      listed: 2,
      en: { title: 'Imprint', content: '# Who\n' },
      fr: { title: 'Mentions', content: 'Qui' },
    },
    about: { de: { title: 'Über uns', description: 'Wir', content: 'Text', shipped: 'abc' } },
  }
  const stored = () =>
    database.sql`
      select slug, language, title, description, content, published, position, shipped
      from public.pages order by slug, language`

  test('are published, and printed as they are', async () => {
    expect((await apply({ pages })).pages).toEqual(['about', 'imprint'])
    expect(await stored()).toMatchObject([
      { slug: 'about', language: 'de', description: 'Wir', published: true, position: null, shipped: 'abc' },
      { slug: 'imprint', language: 'en', content: '# Who\n', published: true, position: 2 },
      { slug: 'imprint', language: 'fr', title: 'Mentions', position: 2 },
    ])
    expect(await apply({ pages })).toEqual(NOTHING)
    expect(JSON.parse(await print()).pages).toEqual(pages)
    expect(await database.sql`select count(*)::int from public.page_revisions`).toEqual([{ count: 3 }])
  })

  test('that are left out stay; null deletes a language, a place, or all', async () => {
    await apply({ pages })
    await database.sql`update public.pages set published = false where language = 'en'`
    expect((await apply({ pages: { imprint: { fr: null, listed: null } } })).pages).toEqual(['imprint'])
    expect(await stored()).toMatchObject([
      { slug: 'about' },
      { slug: 'imprint', language: 'en', published: false, position: null },
    ])
    expect((await apply({ pages: { imprint: { en: pages.imprint.en } } })).pages).toEqual(['imprint'])
    await apply({ pages: { imprint: null, about: null } })
    expect(await stored()).toEqual([])
    expect(await apply({ pages: { imprint: null } })).toEqual(NOTHING)
  })
})

test('words that were stored by another way stay, and are no problem until they change', async () => {
  await database.sql`insert into public.settings (key, value) values ('words', '{"no.such": {"en": "x"}}')`
  expect(await apply(await print())).toEqual(NOTHING)
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
