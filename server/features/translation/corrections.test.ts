import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { queueCorrections, translateCorrectedOnNotify } from '#server/features/translation/resume-runs.ts'
import {
  openTranslations,
  translateAll,
  translateWith,
} from '#server/features/translation/testing/open-translations.ts'
import { runOnNotify } from '#server/platform/queue/run-on-notify.ts'

const world = await openTranslations()
const { sql, model, deps, addArticle, translate, work, translationOf, askedTexts } = world
afterAll(() => world.stop())
beforeEach(() => world.reset())

const addHarbour = (more = {}) =>
  addArticle({ title: 'Ships', subtitle: null, excerpt: 'They come.', content: '12 ships wait.', ...more })

const correct = async (id: string, text = 'There are 12 ships.') => {
  const [row] = await sql<[{ id: string }]>`
    insert into public.article_corrections (article_id, text) values (${id}, ${text}) returning id`
  return row.id
}
const edit = (id: string, from: string, to: string) =>
  sql`update public.articles set content = replace(content, ${from}, ${to}) where id = ${id}`

const made = async (id: string, language = 'de') => {
  const [row] = await sql`
    select * from public.article_translations where original_id = ${id} and language = ${language}`
  return row ?? null
}
const notesOf = async (id: string) =>
  sql<{ text: string }[]>`
    select text, source_text, corrected_at from public.article_corrections
    where article_id = ${(await translationOf(id))?.id} order by corrected_at, id`
const waiting = () =>
  sql<{ id: string; language: string }[]>`
    select id, language from public.translation_runs where ended_at is null order by language`
const workAll = async () => {
  for (const { id } of await waiting()) await work(id)
}

describe('notes of correction', () => {
  test('are translated with the run, and stored with their dates', async () => {
    const id = await addHarbour()
    await correct(id, 'There are 12 ships.\n\nNot *13*, as https://example.org/a said.')
    expect(await translate(id)).toMatchObject({ status: 'succeeded', segments: 5, segments_done: 5 })
    const sent = model.calls.flatMap(({ input }) => input.segments)
    expect(sent.slice(-2)).toEqual([
      { id: 'correction1.1', text: 'There are 12 ships.' },
      { id: 'correction1.3', text: 'Not *13*, as <u1/> said.' },
    ])
    const [source] = await sql`select corrected_at from public.article_corrections where article_id = ${id}`
    expect(await notesOf(id)).toEqual([
      {
        text: 'de: There are 12 ships.\n\nde: Not *13*, as https://example.org/a said.',
        source_text: 'There are 12 ships.\n\nNot *13*, as https://example.org/a said.',
        corrected_at: source?.corrected_at,
      },
    ])
    expect(await made(id)).toMatchObject({ corrected_at: null })
    const [told] = await sql`select text from public.published_corrections where language = 'de'`
    expect(told?.text).toContain('de: There are 12 ships.')
  })

  test('are not taken for edits of the translation', async () => {
    const id = await addHarbour()
    await translate(id)
    await correct(id)
    await translate(id)
    await edit(id, '12', '13')
    await translate(id)
    const persons = await sql`select from public.translation_segments where origin = 'person'`
    expect(persons).toEqual([])
    expect((await translationOf(id))?.content).toBe('de: 13 ships wait.')
  })

  test('are made again only when the original says something else', async () => {
    const id = await addHarbour()
    const note = await correct(id)
    await translate(id)
    await sql`
      update public.article_corrections set text = 'Es sind 12 Schiffe.' where article_id = ${(await translationOf(id))?.id}`
    model.calls.length = 0
    await translate(id, { renewsAll: true })
    expect(askedTexts()).not.toContain('There are 12 ships.')
    expect(await notesOf(id)).toMatchObject([{ text: 'Es sind 12 Schiffe.' }])
    await sql`update public.article_corrections set text = 'There were 12 ships.' where id = ${note}`
    await translate(id)
    expect(await notesOf(id)).toMatchObject([
      { text: 'de: There were 12 ships.', source_text: 'There were 12 ships.' },
    ])
  })

  test('go at once when the original has them no longer, and those of the translation itself stay', async () => {
    const id = await addHarbour()
    const note = await correct(id)
    await translate(id)
    await correct((await translationOf(id))?.id, 'Ein Tippfehler.')
    await sql`delete from public.article_corrections where id = ${note}`
    expect(await notesOf(id)).toMatchObject([{ text: 'Ein Tippfehler.' }])
    await translate(id)
    expect(await notesOf(id)).toMatchObject([{ text: 'Ein Tippfehler.' }])
  })

  test('that fail a check are named, and nothing is stored', async () => {
    const id = await addHarbour()
    await correct(id)
    model.answerWith(({ segments }) =>
      translateWith(segments, (text, of) => (of.startsWith('correction') ? 'Es sind 13.' : `de: ${text}`)),
    )
    const run = await work((await translate(id)).id)
    expect(run).toMatchObject({ status: 'failed', failures: [{ segment: 'correction1.1' }] })
    expect(await translationOf(id)).toBeNull()
  })

  test('may be longer in the language than an original is allowed', async () => {
    const id = await addHarbour()
    await correct(id, 'word '.repeat(399))
    model.answerWith(({ segments }) =>
      translateWith(segments, (text) => `de: ${text.replaceAll('word', 'Worte')}`),
    )
    expect(await translate(id)).toMatchObject({ status: 'succeeded' })
    expect((await notesOf(id))[0]?.text.length).toBeGreaterThan(2000)
  })

  test('that come while the translation is made are told of until they are there', async () => {
    const id = await addHarbour()
    let isFirst = true
    model.answerWith(async (input) => {
      if (isFirst) await correct(id)
      isFirst = false
      return translateAll(input)
    })
    expect(await translate(id)).toMatchObject({ status: 'succeeded' })
    expect(await notesOf(id)).toEqual([])
    expect(await made(id)).toMatchObject({ corrected_at: expect.any(Date) })
    await queueCorrections(deps)
    await workAll()
    expect(await notesOf(id)).toMatchObject([{ text: 'de: There are 12 ships.' }])
    expect(await made(id)).toMatchObject({ corrected_at: null })
  })
})

describe('a correction', () => {
  test('renews all translations at once, also those of which nothing is recorded', async () => {
    const follow = await runOnNotify(world.database.address, [translateCorrectedOnNotify(deps)])
    try {
      const id = await addHarbour()
      await translate(id)
      await translate(id, { language: 'fr' })
      await addArticle({
        title: 'Navi',
        slug: 'navi',
        subtitle: null,
        excerpt: 'Vengono.',
        content: '12 navi.',
        language: 'it',
        original_article_id: id,
      })
      await edit(id, '12', '13')
      await correct(id)
      await expect
        .poll(async () => (await waiting()).map(({ language }) => language))
        .toEqual(['de', 'fr', 'it'])
      expect(await made(id, 'it')).toMatchObject({ origin: 'person', corrected_at: expect.any(Date) })
      model.calls.length = 0
      await workAll()
      expect(askedTexts().filter((text) => text.includes('ships wait'))).toEqual(
        Array(3).fill('13 ships wait.'),
      )
      for (const language of ['de', 'fr', 'it'] as const) {
        expect(await made(id, language)).toMatchObject({ corrected_at: null, stale_since: null })
      }
      expect(await translationOf(id, 'it')).toMatchObject({ title: 'Navi' })
      await queueCorrections(deps)
      expect(await waiting()).toEqual([])
    } finally {
      await follow.stop()
    }
  })

  test('is followed by several processes without being queued twice', async () => {
    const id = await addHarbour()
    await translate(id)
    await correct(id)
    await Promise.all(Array.from({ length: 5 }, () => queueCorrections(deps)))
    expect(await waiting()).toHaveLength(1)
    const runs = await sql`select from public.translation_runs`
    await workAll()
    await Promise.all(Array.from({ length: 5 }, () => queueCorrections(deps)))
    expect(await sql`select from public.translation_runs`).toHaveLength(runs.length)
  })

  test('queues nothing without a model, until there is one', async () => {
    const id = await addHarbour()
    await translate(id)
    await correct(id)
    await queueCorrections({ ...deps, ai: { ...deps.ai, isConfigured: async () => false } })
    expect(await waiting()).toEqual([])
    expect(await made(id)).toMatchObject({ corrected_at: expect.any(Date) })
    await queueCorrections(deps)
    expect(await waiting()).toHaveLength(1)
  })

  test('whose run fails is not queued again by itself, and readers keep what they had', async () => {
    const id = await addHarbour()
    await translate(id)
    await edit(id, '12', '13')
    await correct(id)
    await queueCorrections(deps)
    model.answerWith(() => 'Gladly!')
    await workAll()
    await workAll()
    await queueCorrections(deps)
    expect(await waiting()).toEqual([])
    expect(await notesOf(id)).toEqual([])
    expect((await translationOf(id))?.content).toBe('de: 12 ships wait.')
    expect(await made(id)).toMatchObject({ corrected_at: expect.any(Date) })
  })

  test('also brings what is saved soon after its note', async () => {
    const id = await addHarbour()
    await translate(id)
    await correct(id)
    await queueCorrections(deps)
    await workAll()
    expect(await made(id)).toMatchObject({ corrected_at: null })
    await edit(id, '12', '13')
    expect(await made(id)).toMatchObject({ corrected_at: expect.any(Date) })
    await queueCorrections(deps)
    await workAll()
    expect((await translationOf(id))?.content).toBe('de: 13 ships wait.')
    expect(await made(id)).toMatchObject({ corrected_at: null, stale_since: null })
    // A change that is saved later is no part of it.
    await sql`update public.article_corrections set corrected_at = now() - interval '2 hours'`
    await edit(id, '13', '14')
    expect(await made(id)).toMatchObject({ corrected_at: null, stale_since: expect.any(Date) })
    await queueCorrections(deps)
    expect(await waiting()).toEqual([])
  })

  test('whose text is saved while its run is under way is not finished with that run', async () => {
    const id = await addHarbour()
    await translate(id)
    await correct(id)
    await queueCorrections(deps)
    model.answerWith(async (input) => {
      await edit(id, '12', '13')
      return translateAll(input)
    })
    await workAll()
    expect(await made(id)).toMatchObject({ corrected_at: expect.any(Date), stale_since: expect.any(Date) })
    await queueCorrections(deps)
    model.answerWith(translateAll)
    await workAll()
    expect((await translationOf(id))?.content).toBe('de: 13 ships wait.')
    expect(await made(id)).toMatchObject({ corrected_at: null, stale_since: null })
  })

  test('whose note is changed is told anew', async () => {
    const id = await addHarbour()
    const note = await correct(id)
    await translate(id)
    await queueCorrections(deps)
    expect(await waiting()).toEqual([])
    await sql`update public.article_corrections set text = 'There were 12 ships.' where id = ${note}`
    await queueCorrections(deps)
    await workAll()
    expect(await notesOf(id)).toMatchObject([{ text: 'de: There were 12 ships.' }])
    await queueCorrections(deps)
    expect(await waiting()).toEqual([])
  })

  test('of a translation, or of an article without translations, queues nothing', async () => {
    const id = await addHarbour()
    await translate(id)
    await correct((await translationOf(id))?.id)
    await correct(await addHarbour({ slug: randomUUID() }))
    await queueCorrections(deps)
    expect(await waiting()).toEqual([])
  })
})
