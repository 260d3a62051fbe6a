import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTranslations, translateWith } from '#server/features/translation/testing/open-translations.ts'

let translations: Awaited<ReturnType<typeof openTranslations>>
beforeAll(async () => {
  translations = await openTranslations()
})
afterAll(() => translations.stop())
beforeEach(async () => {
  await translations.reset()
  await translations.sql`truncate public.glossary_proposals, public.translation_edits`
  translations.model.answerWith(({ segments }) =>
    translateWith(segments, (text) => `de: ${text.replace('language model', 'Sprachmodell')}`),
  )
})

test('what a person has changed in the form of three articles is learned by the runs that find it, and proposed', async () => {
  const { sql, addArticle, translate } = translations
  const proposals = () => sql`select before, after, term from public.glossary_proposals`
  for (const subject of ['harbour', 'bakery', 'library']) {
    expect(await proposals()).toEqual([])
    const content = `The language model of the ${subject} reads.\n\nIt is of use to the ${subject}.`
    const id = await addArticle({ slug: subject, title: `Title of the ${subject}`, content })
    expect(await translate(id)).toMatchObject({ status: 'succeeded' })
    await sql`
      update public.articles set content = replace(content, 'Sprachmodell', 'LLM') where original_article_id = ${id}`
    await sql`update public.articles set content = content || E'\n\nMore.' where id = ${id}`
    expect(await translate(id)).toMatchObject({ status: 'succeeded' })
    const [edit] = await sql`select before, after from public.translation_edits where article_id = ${id}`
    expect(edit).toEqual({ before: 'Sprachmodell', after: 'LLM' })
    await sql`update public.articles set content = content || E'\n\nEven more.' where id = ${id}`
    expect(await translate(id)).toMatchObject({ status: 'succeeded' })
  }
  expect(await sql`select before from public.translation_edits`).toHaveLength(3)
  expect(await proposals()).toEqual([{ before: 'Sprachmodell', after: 'LLM', term: 'language model' }])
})

test('what a person has changed again is no change of a machine', async () => {
  const { sql, addArticle, translate } = translations
  const id = await addArticle({ slug: 'harbour', content: 'The language model of the harbour reads.' })
  await translate(id)
  for (const [from, to] of [
    ['Sprachmodell', 'LLM'],
    ['LLM', 'Modell'],
  ]) {
    await sql`
      update public.articles set content = replace(content, ${from}, ${to}) where original_article_id = ${id}`
    await sql`update public.articles set content = content || E'\n\nMore.' where id = ${id}`
    await translate(id)
  }
  expect(await sql`select before, after from public.translation_edits`).toEqual([
    { before: 'Sprachmodell', after: 'LLM' },
  ])
})
