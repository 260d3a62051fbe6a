import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addGlossaryTerm,
  changeGlossaryTerm,
  deleteGlossaryTerm,
  importGlossary,
  listGlossaryTerms,
  readGlossary,
} from '#core/data/glossary.ts'
import type { GlossaryTermValues } from '#core/domain/glossary-term-input.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['administrator']>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.database.sql`truncate public.glossary_terms`
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
    .sql`select language, term, rule, translation from public.glossary_terms order by language, term`

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

test('only administrators import', async () => {
  expect((await app.anonymous().rpc('import_glossary', { p_terms: [term()] })).error).not.toBeNull()
  expect(await stored()).toEqual([])
})

test('terms are listed by search, language and rule', async () => {
  await importGlossary(admin, [
    term(),
    term({ term: 'language model', rule: 'translate-as', translation: 'Sprachmodell' }),
    term({ term: '100%_sure', rule: 'never', language: 'fr' }),
  ])
  const list = async (more: Partial<Parameters<typeof listGlossaryTerms>[1]>) => {
    const sort = { by: 'term', descending: false } as const
    const all = { search: '', language: null, rule: null, sort, page: 1, pageSize: 25 }
    return (await listGlossaryTerms(admin, { ...all, ...more })).rows.map((row) => row.term)
  }
  expect(await list({ search: 'sprach' })).toEqual(['language model'])
  expect(await list({ search: '0%_' })).toEqual(['100%_sure'])
  expect(await list({ language: 'de' })).toEqual(['OpenAI', 'language model'])
  expect(await list({ rule: 'never', search: ' ' })).toEqual(['100%_sure'])
  expect(await readGlossary(admin, { search: '', language: null, rule: null })).toHaveLength(3)
})

test('a term is added, changed, deleted, and comes back under its id', async () => {
  const added = await addGlossaryTerm(admin, term())
  expect(await changeGlossaryTerm(admin, { ...added, term: 'Open AI' })).toMatchObject({ term: 'Open AI' })
  await expect(addGlossaryTerm(admin, term({ term: 'open ai' }))).rejects.toMatchObject({ code: '23505' })
  expect(await deleteGlossaryTerm(admin, added.id)).toBe(true)
  expect(await deleteGlossaryTerm(admin, added.id)).toBe(false)
  expect(await changeGlossaryTerm(admin, added)).toBeNull()
  expect(await addGlossaryTerm(admin, added)).toMatchObject({ id: added.id, term: 'OpenAI' })
})
