import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { collectNotes } from '#server/features/import/collect-notes.ts'
import type { ImportedPage } from '#server/features/import/imported.ts'
import { bringPages, removeImportedPages } from '#server/features/import/pages/bring-pages.ts'
import { createTestDatabase } from '../../../../tests/support/database.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())

const page = (sourceId: string, fields: Partial<ImportedPage> = {}): ImportedPage => ({
  kind: 'page',
  sourceId,
  language: null,
  translationOf: null,
  slug: sourceId,
  title: 'Title',
  description: '',
  markdown: 'Text',
  oldAddresses: [],
  ...fields,
})

async function bring(pages: ImportedPage[], importId: string) {
  const { report, notes } = collectNotes()
  const created = await bringPages(pages, {
    sql,
    importId,
    source: 'harbour.example',
    language: 'de',
    place: async ({ markdown }) => `${markdown}!`,
    report,
  })
  return { created, told: notes.map(({ kind, what, becomes }) => `${kind}: ${what} → ${becomes}`) }
}

async function newImport(): Promise<string> {
  const id = randomUUID()
  await sql`insert into private.imports (id, name, kind) values (${id}, 'x', 'command')`
  return id
}

const stored = () => sql`
  select slug, language, title, content, published from public.pages order by slug, language`

test('pages become drafts, once, and are taken back unless somebody has changed them', async () => {
  const importId = await newImport()
  const pages = [
    page('about', { title: `Über uns ${'x'.repeat(200)}`, language: 'de' }),
    page('parent/team', { slug: 'parent/team' }),
    page('ueber', { slug: 'ueber', language: 'fr', translationOf: 'about', title: 'À propos' }),
    page('article', { slug: 'search', title: 'Search' }),
    page('__proto__', { slug: '港', title: '港' }),
    page('large', { markdown: 'x'.repeat(300_000) }),
  ]
  const first = await bring(pages, importId)
  expect(first.created).toBe(3)
  expect(first.told).toEqual([
    expect.stringMatching(/^page: This address belongs to the site itself .* → left-out$/),
    'page: "港" is no address → left-out',
    'page: The text must have at most 256 KB → left-out',
  ])
  const all = await stored()
  expect(all).toEqual([
    {
      slug: 'about',
      language: 'de',
      title: expect.stringMatching(/^Über uns x{140}…$/),
      content: 'Text!',
      published: false,
    },
    { slug: 'about', language: 'fr', title: 'À propos', content: 'Text!', published: false },
    { slug: 'team', language: 'de', title: 'Title', content: 'Text!', published: false },
  ])
  expect((await bring(pages, await newImport())).created).toBe(0)
  expect(await stored()).toEqual(all)

  await sql`update public.pages set content = 'Mine' where slug = 'team'`
  expect(await removeImportedPages(sql, importId)).toEqual({ removed: 2, kept: 1 })
  expect(await stored()).toMatchObject([{ slug: 'team', content: 'Mine' }])
  expect((await bring(pages, await newImport())).created).toBe(2)
})

test('what an editor has written at the same address stays', async () => {
  await sql`insert into public.pages (slug, language, title, content) values ('imprint', 'de', 'Impressum', 'Mine')`
  const { created, told } = await bring([page('imprint')], await newImport())
  expect([created, told]).toEqual([0, ['page: /imprint is here already → ignored']])
  expect(await sql`select content from public.pages where slug = 'imprint'`).toEqual([{ content: 'Mine' }])
})
