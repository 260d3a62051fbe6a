import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  GERMAN,
  MODEL,
  openHarbour,
  translateWith,
} from '#server/features/translation/testing/open-translations.ts'

const world = await openHarbour()
const { sql, model, addArticle, addHarbour, madeOf, edit, translate, translationOf } = world
afterAll(() => world.stop())
beforeEach(() => world.reset())

test('an article is translated with all that belongs to it', async () => {
  const id = await addHarbour()
  const run = await translate(id)
  expect(run).toMatchObject({
    status: 'succeeded',
    segments: 8,
    segments_done: 8,
    segments_reused: 0,
    model: MODEL,
    failures: [],
    reason: null,
  })
  expect(Number(run.input_tokens)).toBeGreaterThan(0)
  const german = await translationOf(id)
  expect(german).toMatchObject({
    title: 'de: The harbour opens',
    subtitle: 'de: At last',
    excerpt: 'de: Ships come.',
    content: GERMAN,
    slug: 'de-the-harbour-opens',
    published: true,
    reading_time: '1 min read',
    category: 'news',
    author: 'Mara Lindqvist',
  })
  expect(await madeOf(id)).toMatchObject({
    translation_id: german?.id,
    language: 'de',
    origin: 'machine',
    model: MODEL,
    source_revision: expect.anything(),
    stale_since: null,
    reviewed_at: null,
  })
  const [revision] = await sql`select note from public.article_revisions where article_id = ${german?.id}`
  expect(revision?.note).toBe(`Translated by ${MODEL}`)
  expect(
    await sql`select position from public.translation_parts where translation_id = ${german?.id}`,
  ).toHaveLength(8)
  // Requests of one article arrive in any order.
  expect(model.calls.map(({ input }) => input)).toContainEqual(
    expect.objectContaining({
      task: 'translate',
      source: 'en',
      target: 'de',
      title: 'The harbour opens',
      section: '',
      glossary: [],
      style: '',
    }),
  )
})

test('what is not published stays unpublished, and a slug that is taken gets a number', async () => {
  await addArticle({ title: 'Other', slug: 'de-the-harbour-opens', language: 'de' })
  const id = await addHarbour({ published: false })
  await translate(id)
  expect(await translationOf(id)).toMatchObject({ published: false, slug: 'de-the-harbour-opens-2' })
})

test('links to our own articles lead to their translations, where there are any', async () => {
  const target = await addArticle({ title: 'Target', slug: 'target' })
  await addArticle({ title: 'Ziel', slug: 'ziel', language: 'de', original_article_id: target })
  const content = '[a](/article/target#end) [b](https://aiwatch.example/article/target) [c](/article/other)'
  const id = await addHarbour({ content })
  expect(await translate(id)).toMatchObject({ status: 'succeeded' })
  expect((await translationOf(id))?.content).toBe(
    'de: [a](/article/ziel?lang=de#end) [b](https://aiwatch.example/article/ziel?lang=de) [c](/article/other)',
  )
  await edit(id, '[c]', '[d]')
  expect(await translate(id)).toMatchObject({ status: 'succeeded' })
})

test('links under an old address of our own, and those of definitions, lead there too, but not to drafts', async () => {
  const target = await addArticle({ title: 'Target', slug: 'target' })
  await addArticle({ title: 'Ziel', slug: 'ziel', language: 'de', original_article_id: target })
  await sql`update public.articles set slug = 'new-target' where id = ${target}`
  const draft = await addArticle({ title: 'Draft', slug: 'draft' })
  await addArticle({
    title: 'Entwurf',
    slug: 'entwurf',
    language: 'de',
    original_article_id: draft,
    published: false,
  })
  const id = await addHarbour({
    content: '[a](/article/target) [b][b] [c](/article/draft)\n\n[b]: /article/new-target',
  })
  expect(await translate(id)).toMatchObject({ status: 'succeeded' })
  expect((await translationOf(id))?.content).toBe(
    'de: [a](/article/ziel?lang=de) [b][b] [c](/article/draft)\n\n[b]: /article/ziel?lang=de',
  )
})

test('an article that is no original, or does not exist, is not translated', async () => {
  const german = await addArticle({ language: 'de' })
  expect(await translate(german, { language: 'fr' })).toMatchObject({ status: 'failed' })
  expect(await translate('00000000-0000-4000-8000-000000000000')).toMatchObject({ status: 'failed' })
  expect(model.calls).toEqual([])
})

test('a translation of which a field is too long for an article is not stored', async () => {
  const id = await addHarbour({ title: 'Ships '.repeat(80) })
  model.answerWith(({ segments }) =>
    translateWith(segments, (text, of) => (of === 'title' ? 'Schiffe '.repeat(80) : `de: ${text}`)),
  )
  expect(await translate(id)).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('translated title'),
  })
  expect(await translationOf(id)).toBeNull()
})

test('an implausibly long part is named', async () => {
  const id = await addHarbour({ content: `Ships.\n\n${'word '.repeat(5_000)}` })
  const first = await translate(id)
  expect(first.failures).toMatchObject([{ segment: '2', problems: [expect.stringContaining('too long')] }])
  expect(model.calls).toEqual([])
})
