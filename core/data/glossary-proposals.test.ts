import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { decideProposal, listGlossaryProposals, reopenProposal } from '#core/data/glossary.ts'
import { learnFromEdits } from '#server/features/translation/glossary.ts'
import { rememberTexts } from '#server/features/translation/memory.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['administrator']>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await emptyTables(
    app.database.sql,
    'public.articles, public.translation_segments, public.glossary_proposals',
  )
})

/** An editor changes the text of a machine in a new article. */
async function edit(source: string, machines: string, persons: string): Promise<string> {
  const { sql } = app.database
  const { id: articleId } = await addArticle(
    app.service(),
    anArticle({ slug: `a-${Math.random().toString(36).slice(2)}` }),
  )
  const text = { context: 'paragraph', text: source }
  const about = { language: 'de', articleId } as const
  const [before = 0] = await rememberTexts(sql, [{ ...text, translation: machines }], {
    ...about,
    origin: 'machine',
  })
  const [after = 0] = await rememberTexts(sql, [{ ...text, translation: persons }], {
    ...about,
    origin: 'person',
  })
  const edits = [{ source, before: { id: before, text: machines }, after: { id: after, text: persons } }]
  await learnFromEdits(sql, { ...about, edits })
  return articleId
}

async function propose() {
  const articles = [
    await edit('Language models are large.', 'Sprachmodelle sind groß.', 'LLMs sind groß.'),
    await edit('The new language model', 'Das neue Sprachmodell', 'Das neue LLM'),
    await edit(
      `${'word '.repeat(60)}a <b1>language model</b1> of today`,
      `${'Wort '.repeat(60)}ein <b1>Sprachmodell</b1>`,
      `${'Wort '.repeat(60)}ein <b1>LLM</b1>`,
    ),
  ]
  return articles
}

test('open proposals are read with the latest example of each article', async () => {
  const articles = await propose()
  await app.database.sql`delete from public.articles where id = ${articles[0]}`
  const { total, proposals } = await listGlossaryProposals(admin)
  expect(total).toBe(1)
  expect(proposals).toMatchObject([
    { language: 'de', before: 'Sprachmodell', after: 'LLM', term: 'language model', articles: 3 },
  ])
  const [latest, , oldest] = proposals[0]?.examples ?? []
  expect(latest).toMatchObject({
    article_id: articles[2],
    title: expect.any(String),
    source: expect.stringMatching(/^…word .*a language model of today$/),
    machine_text: expect.stringMatching(/^…Wort .*ein Sprachmodell$/),
    person_text: expect.stringMatching(/^…Wort .*ein LLM$/),
  })
  expect(oldest).toMatchObject({ title: null, before: 'Sprachmodelle', after: 'LLMs' })
})

test('a decision is made once, and a rejection can be taken back', async () => {
  await propose()
  const id = (await listGlossaryProposals(admin)).proposals[0]?.id ?? ''
  expect(await decideProposal(admin, { id, status: 'rejected' })).toBe(true)
  expect(await decideProposal(admin, { id, status: 'accepted' })).toBe(false)
  expect(await listGlossaryProposals(admin)).toEqual({ total: 0, proposals: [] })
  await edit('Another language model', 'Ein anderes Sprachmodell', 'Ein anderes LLM')
  expect((await listGlossaryProposals(admin)).total).toBe(0)
  await reopenProposal(admin, id)
  expect(await listGlossaryProposals(admin)).toMatchObject({ total: 1, proposals: [{ articles: 4 }] })
})
