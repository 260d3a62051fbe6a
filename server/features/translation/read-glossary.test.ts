import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { GlossaryTerm } from '#core/domain/glossary-term.ts'
import { estimateTranslations } from '#server/features/translation/functions/translation-batches.ts'
import { readGlossary } from '#server/features/translation/glossary.ts'
import {
  openTranslations,
  translateAll,
  translateWith,
} from '#server/features/translation/testing/open-translations.ts'

const world = await openTranslations()
const { sql, model, deps, addArticle, translate, work, translationOf, askedTexts } = world
afterAll(() => world.stop())
// The comparison takes more for a word than the database does.
await sql`alter table public.glossary_terms drop constraint glossary_terms_words_check`
beforeEach(async () => {
  await world.reset()
  await sql`truncate public.glossary_terms, public.settings`
  await deps.settings.reload()
})

type Term = Pick<GlossaryTerm, 'term' | 'rule'> & { language?: string; as?: string }

const addTerms = async (...terms: Term[]) => {
  for (const { term, rule, language = 'de', as = null } of terms)
    await sql`
      insert into public.glossary_terms (language, term, rule, translation) values (${language}, ${term}, ${rule}, ${as})`
}
const CONTENT = 'The harbour is open.\n\nNobody knows why.'
const addHarbour = (content = CONTENT) =>
  addArticle({ title: 'Ships', subtitle: null, excerpt: 'They come.', content })

/** Translates these words, and writes the language before each text. */
const wording = (words: Record<string, string>) =>
  model.answerWith(({ target, segments }) =>
    translateWith(segments, (text) =>
      Object.entries(words).reduce((made, [from, to]) => made.replaceAll(from, to), `${target}: ${text}`),
    ),
  )

test('the terms of other languages, and those that cannot be compared with a text, are left out and named', async () => {
  await addTerms(
    { term: 'harbour', rule: 'translate-as', as: 'Hafen' },
    { term: '!!!', rule: 'keep' },
    { term: 'a b c d e f g h i j k l m', rule: 'never' },
    { term: 'ship', rule: 'translate-as', as: '—' },
    { term: 'harbour', rule: 'keep', language: 'fr' },
  )
  const { glossary, leftOut } = await readGlossary(sql, 'de')
  expect(leftOut).toEqual(['!!!', 'a b c d e f g h i j k l m', 'ship'])
  expect(glossary?.termsIn('The harbour and a ship')).toEqual([
    { term: 'harbour', rule: 'translate-as', as: 'Hafen' },
  ])
  expect(await readGlossary(sql, 'it')).toEqual({ glossary: null, leftOut: [] })
})

test('a request has the terms that stand in its texts, the forbidden ones, and the style of the language', async () => {
  await addTerms(
    { term: 'harbour', rule: 'translate-as', as: 'Hafen' },
    { term: 'Nobody', rule: 'keep' },
    { term: 'lighthouse', rule: 'keep' },
    { term: 'Kai', rule: 'never' },
    { term: '!!!', rule: 'keep' },
  )
  await sql`
    insert into public.settings (key, value)
    values ('translation_style', ${JSON.stringify({ de: 'Say du.', fr: 'Say tu.' })}::jsonb)`
  await deps.settings.reload()
  wording({ harbour: 'Hafen' })
  expect(await translate(await addHarbour())).toMatchObject({ status: 'succeeded' })
  const [{ input }] = model.calls as [(typeof model.calls)[number]]
  expect(input.style).toBe('Say du.')
  expect(input.glossary.toSorted((a: Term, b: Term) => a.term.localeCompare(b.term))).toEqual([
    { term: 'harbour', rule: 'translate-as', as: 'Hafen' },
    { term: 'Kai', rule: 'never', as: '' },
    { term: 'Nobody', rule: 'keep', as: '' },
  ])
})

test('a translation that does not keep to the glossary is not stored, and says to which term', async () => {
  await addTerms({ term: 'harbour', rule: 'translate-as', as: 'Hafen' })
  const id = await addHarbour()
  const run = await work((await translate(id)).id)
  expect(run).toMatchObject({ status: 'failed', failures: [{ segment: '1' }] })
  expect(run.failures[0]?.problems.join()).toMatch(/harbour.*Hafen/)
  expect(await translationOf(id)).toBeNull()
})

describe('when the glossary has changed,', () => {
  test('only what breaks it is asked for again, and not taken from memory', async () => {
    const id = await addHarbour()
    await translate(id)
    await addTerms({ term: 'harbour', rule: 'translate-as', as: 'Hafen' })
    model.calls.length = 0
    wording({ harbour: 'Hafen' })
    expect(await estimateTranslations(deps, [{ articleId: id, language: 'de' }])).toMatchObject({
      segments: 1,
    })
    expect(await translate(id)).toMatchObject({ status: 'succeeded', segments: 4, segments_reused: 3 })
    expect(askedTexts()).toEqual(['The harbour is open.'])
    expect((await translationOf(id))?.content).toBe('de: The Hafen is open.\n\nde: Nobody knows why.')
    // Nor in another article.
    model.calls.length = 0
    const other = await addArticle({ title: 'More', slug: 'more', excerpt: 'More.', content: CONTENT })
    expect(await translate(other)).toMatchObject({ status: 'succeeded' })
    expect(askedTexts()).not.toContain('The harbour is open.')
    expect((await translationOf(other))?.content).toContain('Hafen')
  })

  test('what broke it is remembered for another glossary', async () => {
    const id = await addHarbour()
    await translate(id)
    await addTerms({ term: 'harbour', rule: 'translate-as', as: 'Hafen' })
    wording({ harbour: 'Hafen' })
    await translate(id)
    await sql`update public.glossary_terms set translation = null, rule = 'keep'`
    model.calls.length = 0
    model.answerWith(translateAll)
    expect(await translate(id)).toMatchObject({ status: 'succeeded', segments_reused: 4 })
    expect(model.calls).toEqual([])
    expect((await translationOf(id))?.content).toContain('de: The harbour is open.')
  })

  test('what a person wrote stays', async () => {
    const id = await addHarbour()
    await translate(id)
    const german = await translationOf(id)
    await sql`
      update public.articles set content = replace(content, 'de: The harbour is open.', 'Die Anlage ist offen.') where id = ${german?.id}`
    await addTerms({ term: 'harbour', rule: 'translate-as', as: 'Hafen' })
    model.calls.length = 0
    expect(await translate(id)).toMatchObject({ status: 'succeeded' })
    expect(model.calls).toEqual([])
    expect((await translationOf(id))?.content).toContain('Die Anlage ist offen.')
  })
})
