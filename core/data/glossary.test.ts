import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  deleteTermEntry,
  findTermEntry,
  importGlossary,
  listGlossary,
  readGlossary,
  saveTermEntry,
} from '#core/data/glossary.ts'
import type { TermEntry } from '#core/domain/glossary-term.ts'
import type { GlossaryTermValues, TermEntryValues } from '#core/domain/glossary-term-input.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['administrator']>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.database.sql`truncate public.glossary_terms, public.audit_log`
})

const term = (more: Partial<GlossaryTermValues> = {}): GlossaryTermValues => ({
  language: 'de',
  term: 'OpenAI',
  rule: 'keep',
  translation: null,
  ...more,
})
const load = (terms: unknown) => admin.rpc('import_glossary', { p_terms: terms as GlossaryTermValues[] })
const stored = () =>
  app.database
    .sql`select language, term, rule, translation from public.glossary_terms order by language, term collate "C"`

test('terms are added and changed in one go, and those that say the same stay as they are', async () => {
  expect((await load([term(), term({ language: 'fr' }), term({ term: 'GPU' })])).data).toEqual({
    added: 3,
    changed: 0,
  })
  const changed = term({ term: 'gpu', rule: 'translate-as', translation: 'Grafikchip' })
  expect((await load([term(), changed, term({ term: 'Go' })])).data).toEqual({ added: 1, changed: 1 })
  expect(await stored()).toEqual([term({ term: 'Go' }), term(), changed, term({ language: 'fr' })])
})

test.each<[string, unknown]>([
  ['no list', {}],
  ['an empty list', []],
  ['something else in the list', [term(), 7]],
  ['an unknown field', [{ ...term(), id: '1' }]],
  ['a term twice', [term(), term({ term: 'openai' })]],
  ['a language that nothing is translated into', [term(), term({ language: 'en' as never })]],
  ['a term without a letter', [term(), term({ term: '…' })]],
  ['thirteen words', [term(), term({ term: 'a b c d e f g h i j k l m' })]],
  ['a term that is too long for programs', [term(), term({ term: '𝕏'.repeat(51) })]],
  ['a translation without its rule', [term(), term({ term: 'x', translation: 'y' })]],
  ['a line break', [term(), term({ term: 'a\nb' })]],
  ['too many', Array.from({ length: 10_001 }, (_, n) => term({ term: `t${n}` }))],
])('refuses %s, and stores nothing of it', async (_, terms) => {
  expect((await load(terms)).error).not.toBeNull()
  expect(await stored()).toEqual([])
})

test('a language has at most 2,000 terms', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => term({ term: `term ${n}` }))
  expect((await load(many(2000))).data).toEqual({ added: 2000, changed: 0 })
  const { error } = await load([term()])
  expect([error?.code, error?.message]).toEqual([
    '23514',
    expect.stringContaining('glossary_terms_count_check'),
  ])
  expect((await load(many(2000))).data).toEqual({ added: 0, changed: 0 })
})

test('terms are listed by search, language and rule', async () => {
  await importGlossary(admin, [
    term(),
    term({ term: 'language model', rule: 'translate-as', translation: 'Sprachmodell' }),
    term({ term: '100%_sure', rule: 'never', language: 'fr' }),
  ])
  const list = async (more: Partial<Parameters<typeof listGlossary>[1]>) => {
    const sort = { by: 'term', descending: false } as const
    const all = { search: '', language: null, rule: null, sort, page: 1, pageSize: 25 }
    return (await listGlossary(admin, { ...all, ...more })).rows.map((row) => row.term)
  }
  expect(await list({ search: 'SPRACH' })).toEqual(['language model'])
  expect(await list({ search: '0%_' })).toEqual(['100%_sure'])
  expect(await list({ language: 'de' })).toEqual(['language model', 'OpenAI'])
  expect(await list({ rule: 'never', search: ' ' })).toEqual(['100%_sure'])
  expect(await list({ rule: 'never', language: 'de' })).toEqual([])
  expect(await list({ sort: { by: 'term', descending: true } })).toEqual([
    'OpenAI',
    'language model',
    '100%_sure',
  ])
  expect(await readGlossary(admin, { search: '', language: null, rule: null })).toHaveLength(3)
})

const AS = (translation: string) => ({ rule: 'translate-as', translation }) as const
const KEEP = { rule: 'keep', translation: null } as const
const MODEL: TermEntryValues = {
  term: 'language model',
  example: 'A language model reads.',
  languages: { de: AS('Sprachmodell'), fr: AS('modèle de langage'), it: KEEP },
}

async function save(values: TermEntryValues, before: TermEntry | null = null): Promise<TermEntry> {
  const saved = await saveTermEntry(admin, { before, values })
  if (saved.status !== 'saved' || !saved.entry) throw new Error(saved.status)
  return saved.entry
}
const acts = () => app.database.sql`select actor_name, did, details from public.audit_log order by id`
const changeOf = (before: string, now: string) => ({ before, now })

test('a term is stored in all its languages at once, changed, renamed and deleted, each with one entry of the log', async () => {
  const entry = await save(MODEL)
  expect(entry).toMatchObject(MODEL)
  expect(await findTermEntry(admin, entry.languages.it?.id ?? '')).toEqual(entry)
  const next = {
    ...MODEL,
    term: 'Language model',
    languages: { de: AS('KI-Modell'), es: KEEP, fr: AS('modèle de langage') },
  }
  const changed = await save(next, entry)
  expect(changed).toMatchObject(next)
  expect(changed.languages.it).toBeUndefined()
  expect(await stored()).toHaveLength(3)
  await deleteTermEntry(admin, changed)
  expect(await stored()).toEqual([])
  expect(await findTermEntry(admin, changed.id)).toBeNull()
  expect(await acts()).toMatchObject([
    {
      did: 'added the term “language model” to the glossary',
      details: {
        German: changeOf('no rule', 'Sprachmodell'),
        French: changeOf('no rule', 'modèle de langage'),
        Italian: changeOf('no rule', 'stays as it is'),
      },
    },
    {
      did: 'changed the term “Language model” in the glossary',
      details: {
        German: changeOf('Sprachmodell', 'KI-Modell'),
        Spanish: changeOf('no rule', 'stays as it is'),
        Italian: changeOf('stays as it is', 'no rule'),
        term: changeOf('language model', 'Language model'),
      },
    },
    { did: 'deleted the term “Language model” from the glossary' },
  ])
})

test('of two editors the second gets what the first has stored, and nothing of hers is stored', async () => {
  const entry = await save(MODEL)
  const first = await save({ ...MODEL, languages: { ...MODEL.languages, es: KEEP } }, entry)
  const values = { ...MODEL, example: 'Other.' }
  expect(await saveTermEntry(admin, { before: entry, values })).toEqual({ status: 'changed', entry: first })
  await deleteTermEntry(admin, first)
  expect(await saveTermEntry(admin, { before: first, values })).toEqual({ status: 'changed', entry: null })
  const again = await save(values)
  const other = await save({ ...MODEL, term: 'chip' })
  expect(await saveTermEntry(admin, { before: other, values: { ...MODEL, term: 'LANGUAGE MODEL' } })).toEqual(
    {
      status: 'taken',
      entry: again,
    },
  )
  expect(await saveTermEntry(admin, { before: null, values: { ...MODEL, term: 'CHIP' } })).toEqual({
    status: 'taken',
    entry: other,
  })
})

test('an answer that was lost is given again', async () => {
  const entry = await save(MODEL)
  expect(await save(MODEL)).toEqual(entry)
  const next = { ...MODEL, example: null }
  const changed = await save(next, entry)
  expect(await save(next, entry)).toEqual(changed)
  expect(await acts()).toHaveLength(2)
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['no language', { ...MODEL, languages: {} }],
  ['a language that nothing is translated into', { ...MODEL, languages: { de: KEEP, en: KEEP } }],
  ['a translation without its rule', { ...MODEL, languages: { de: { rule: 'keep', translation: 'x' } } }],
  ['an unknown field', { ...MODEL, id: '1' }],
  ['an unknown field of a language', { ...MODEL, languages: { de: { ...KEEP, id: '1' } } }],
  ['an example with a line break', { ...MODEL, example: 'a\nb' }],
  ['an example that is too long', { ...MODEL, example: 'a'.repeat(301) }],
  ['no term', { ...MODEL, term: undefined }],
])('an entry with %s is refused as a whole', async (_, entry) => {
  const { error } = await admin.rpc('save_glossary_entry', {
    p_before: null,
    p_entry: entry as TermEntryValues,
  })
  expect(error).not.toBeNull()
  expect(await stored()).toEqual([])
  expect(await acts()).toEqual([])
})

test('two editors who add the same term at once do not store it twice', async () => {
  const both = await Promise.all([
    saveTermEntry(admin, { before: null, values: MODEL }),
    saveTermEntry(admin, { before: null, values: { ...MODEL, languages: { de: KEEP } } }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['saved', 'taken'])
})

test('an import is one entry of the log, and so are rows that a program changes', async () => {
  await importGlossary(admin, [
    term(),
    term({ language: 'fr' }),
    term({ term: 'GPU', example: 'A GPU counts.' }),
  ])
  await importGlossary(admin, [term(), term({ term: 'GPU' })])
  expect(
    (
      await listGlossary(admin, {
        search: 'GPU',
        language: null,
        rule: null,
        sort: { by: 'updated_at', descending: true },
        page: 1,
        pageSize: 5,
      })
    ).rows,
  ).toMatchObject([{ example: 'A GPU counts.' }])
  const { sql } = app.database
  await sql`insert into public.glossary_terms (language, term, rule, translation) values ('it', 'chip', 'translate-as', 'circuito')`
  await sql`update public.glossary_terms set rule = 'never' where language = 'de'`
  await sql`update public.glossary_terms set rule = 'never' where language = 'de'`
  await sql`delete from public.glossary_terms where term = 'OpenAI'`
  expect(await acts()).toMatchObject([
    { did: 'imported terms into the glossary', details: { added: 3, changed: 0 } },
    {
      actor_name: 'The site',
      did: 'added the term “chip” to the glossary',
      details: { Italian: changeOf('no rule', 'circuito') },
    },
    { did: 'changed 2 terms in the glossary', details: { terms: 'GPU, OpenAI' } },
    {
      did: 'deleted the term “OpenAI” from the glossary',
      details: {
        German: changeOf('is never used', 'no rule'),
        French: changeOf('stays as it is', 'no rule'),
      },
    },
  ])
})
