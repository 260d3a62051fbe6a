import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  CONTENT,
  HEADING,
  openReviews,
  PARAGRAPH,
  SHIPS,
  TITLE,
  WHY,
} from '#server/features/translation/review/testing/open-reviews.ts'
import { MODEL } from '#server/features/translation/testing/open-translations.ts'
import { addArticle, anArticle } from '../../../../tests/support/articles.ts'

const world = await openReviews()
const { app, sql, addHarbour, translate, read, save, edit, translationOf, waitFor, call } = world
afterAll(() => world.stop())
beforeEach(() => world.reset())

const remember = (source: string, text: string, origin: 'machine' | 'person', context = 'item') => sql`
  insert into public.translation_segments (language, source_hash, context, source, text, origin)
  values ('de', encode(sha256(convert_to(${source}, 'UTF8')), 'hex'), ${context}, ${source}, ${text}, ${origin})`

describe('a translation is read', () => {
  test('beside what it was made of', async () => {
    const id = await addHarbour()
    await translate(id)
    const review = await read(id)
    expect(review).toMatchObject({
      original: { id, slug: 'the-harbour-opens', title: 'The harbour opens', published: true },
      translation: {
        title: 'de: The harbour opens',
        slug: 'de-the-harbour-opens',
        published: true,
        reviewed_at: null,
        stale_since: null,
        model: MODEL,
      },
      language: 'de',
      waitsForReview: false,
      revision: expect.any(Number),
      isCurrent: true,
      isPending: false,
      source: { title: 'The harbour opens', subtitle: 'At last', excerpt: 'Ships come.', content: CONTENT },
    })
    expect(review.segments).toHaveLength(7)
    expect(review.segments[PARAGRAPH]).toEqual({
      id: '2',
      kind: 'paragraph',
      source: 'The <b1>harbour</b1> is <a1>open</a1> with <c1/>.',
      text: 'de: The <b1>harbour</b1> is <a1>open</a1> with <c1/>.',
      origin: 'machine',
      translatedFrom: null,
      saysNow: null,
      proposed: null,
      approvedAt: null,
      remembered: [],
      refused: null,
      problems: [],
    })
  })

  test('with what the original says now, where that is something else', async () => {
    const id = await addHarbour()
    await translate(id)
    await edit(id, '- 12 ships wait\n', '')
    await edit(id, 'Nobody knows why', 'Nobody knows how')
    const review = await read(id)
    expect(review).toMatchObject({
      isCurrent: false,
      translation: { stale_since: expect.any(String) },
      source: { content: CONTENT },
    })
    expect(Date.parse(review.translation?.stale_since ?? '')).not.toBeNaN()
    expect(review.segments.map(({ saysNow }) => saysNow)).toEqual([
      null,
      null,
      null,
      null,
      null,
      '',
      'Nobody knows how',
    ])
  })

  test('after a person has edited it as an article', async () => {
    const id = await addHarbour()
    await translate(id)
    await edit((await translationOf(id))?.id, 'de: Nobody', 'Niemand')
    const { segments } = await read(id)
    expect(segments[WHY]).toMatchObject({ text: 'Niemand knows why', origin: 'person' })
    expect(segments[SHIPS]).toMatchObject({ text: 'de: 12 ships wait', origin: 'machine' })
    // Reading stores nothing.
    expect(await sql`select from public.translation_segments where origin = 'person'`).toEqual([])
  })

  test('when nothing is recorded of it', async () => {
    const id = await addHarbour({ content: 'Ships wait.' })
    await addArticle(
      app.service(),
      anArticle({
        title: 'Der Hafen',
        subtitle: 'Endlich',
        excerpt: 'Schiffe.',
        content: 'Schiffe warten.',
        language: 'de',
        original_article_id: id,
      }),
    )
    await sql`delete from public.article_translations`
    const { segments, revision, isCurrent } = await read(id)
    expect([revision, isCurrent]).toEqual([expect.any(Number), true])
    expect(segments.map(({ text, origin }) => [text, origin])).toEqual(
      ['Der Hafen', 'Endlich', 'Schiffe.', 'Schiffe warten.'].map((text) => [text, 'person']),
    )
  })

  test('with other wordings of the memory, a person’s first, and at most three', async () => {
    const id = await addHarbour()
    await translate(id)
    for (const text of ['eins', 'zwei', 'drei']) await remember('Nobody knows why', text, 'machine')
    await remember('Nobody knows why', 'von Hand', 'person')
    const { segments } = await read(id)
    expect(segments[WHY]?.remembered.map(({ text }) => text)).toEqual(['von Hand', 'drei'])
    expect(segments[WHY]?.text).toBe('de: Nobody knows why')
  })

  test('with what code finds wrong, the glossary included', async () => {
    const id = await addHarbour()
    await translate(id)
    await edit((await translationOf(id))?.id, 'de: 12 ships', '13 Schiffe')
    await sql`
      insert into public.glossary_terms (language, term, rule, translation) values
        ('de', 'harbour', 'translate-as', 'Hafen')`
    const { segments } = await read(id)
    expect(segments[SHIPS]?.problems).toEqual([expect.stringContaining('13')])
    expect(segments[HEADING]?.problems).toEqual([
      'The glossary translates “harbour” as “Hafen”, which the translation does not say. Use “Hafen”.',
    ])
    expect(segments[WHY]?.problems).toEqual([])
  })
})

describe('beside what the original says now', () => {
  test('stands what is remembered, when there is no translation', async () => {
    const id = await addHarbour()
    await remember('Nobody knows why', 'Niemand weiß warum', 'person')
    await remember('Nobody knows why', 'Keiner weiß warum', 'machine')
    await remember('12 ships wait', '13 Schiffe', 'machine')
    await remember('The harbour', 'Der <b1>Hafen', 'person', 'heading')
    const review = await read(id)
    expect(review).toMatchObject({ translation: null, isCurrent: true, isPending: false })
    expect(review.segments[WHY]).toMatchObject({
      text: 'Niemand weiß warum',
      origin: 'person',
      remembered: [{ text: 'Keiner weiß warum', origin: 'machine' }],
    })
    // An answer that does not pass is only offered.
    expect(review.segments[SHIPS]).toMatchObject({
      text: '',
      origin: null,
      remembered: [{ text: '13 Schiffe' }],
    })
    expect(review.segments[HEADING]).toMatchObject({ text: '', problems: [] })
    expect(review.segments[TITLE]).toMatchObject({ text: '', remembered: [] })
  })

  test('stands the translation, with the old text where the source has changed', async () => {
    const id = await addHarbour()
    await translate(id)
    await save(await read(id), { texts: new Map([[WHY, 'Niemand weiß warum']]), approved: [WHY, TITLE] })
    await edit(id, 'Nobody knows why', 'Nobody knows how')
    await edit(id, '12 ships wait', '13 ships wait')
    const made = await read(id)
    const review = await read(id, { current: true })
    expect(review).toMatchObject({
      isCurrent: true,
      source: { content: expect.stringContaining('13 ships') },
    })
    expect(review.revision).toBeGreaterThan(made.revision ?? 0)
    expect(review.version).not.toBe(made.version)
    expect(review.segments[TITLE]).toMatchObject({ approvedAt: made.segments[TITLE]?.approvedAt })
    expect(review.segments[SHIPS]).toMatchObject({
      source: '13 ships wait',
      text: 'de: 12 ships wait',
      origin: 'machine',
      translatedFrom: '12 ships wait',
      saysNow: null,
      problems: [expect.stringContaining('13')],
    })
    expect(review.segments[WHY]).toMatchObject({
      text: 'Niemand weiß warum',
      origin: 'person',
      translatedFrom: 'Nobody knows why',
      proposed: null,
      approvedAt: null,
    })
  })

  test('a person’s text stays where a machine’s is remembered, which is proposed', async () => {
    const id = await addHarbour()
    await translate(id)
    await save(await read(id), { texts: new Map([[WHY, 'Niemand weiß warum']]) })
    await remember('Nobody knows how', 'Keiner weiß wie', 'machine')
    await remember('14 ships wait', '14 Schiffe warten', 'machine')
    await edit(id, 'Nobody knows why', 'Nobody knows how')
    await edit(id, '12 ships wait', '14 ships wait')
    const { segments } = await read(id, { current: true })
    expect(segments[WHY]).toMatchObject({
      text: 'Niemand weiß warum',
      translatedFrom: 'Nobody knows why',
      proposed: { text: 'Keiner weiß wie', origin: 'machine' },
    })
    expect(segments[SHIPS]).toMatchObject({
      text: '14 Schiffe warten',
      translatedFrom: null,
      origin: 'machine',
    })
  })
})

describe('it is refused', () => {
  test('when a person has changed the structure', async () => {
    const id = await addHarbour()
    await translate(id)
    await sql`update public.articles set content = content || E'\n\nMehr.' where original_article_id = ${id}`
    for (const current of [false, true])
      expect(await call('read-translation-review', { articleId: id, language: 'de', current })).toMatchObject(
        {
          status: 409,
          body: { code: 'structure', error: expect.stringContaining('renew all of it') },
        },
      )
  })

  test('when the published text has been changed while a renewed text waits, but not by hand', async () => {
    await waitFor(['de'])
    const id = await addHarbour()
    await translate(id)
    await save(await read(id), { approvesAll: true })
    await edit(id, '12 ships', '13 ships')
    await translate(id)
    const german = (await translationOf(id))?.id
    await sql`update public.articles set hero_image = 'https://example.org/a.png' where id = ${german}`
    expect(await read(id)).toMatchObject({ isPending: true })
    await edit(german, 'de: Nobody', 'Niemand')
    expect(await call('read-translation-review', { articleId: id, language: 'de' })).toMatchObject({
      status: 409,
      body: { code: 'outdated', error: expect.stringContaining('Update the translation') },
    })
    const byHand = await read(id, { current: true })
    expect(byHand).toMatchObject({ isPending: false })
    expect(byHand.segments.slice(SHIPS).map(({ text }) => text)).toEqual([
      'de: 13 ships wait',
      'Niemand knows why',
    ])
    // Nothing has been lost.
    await translate(id)
    expect((await read(id)).segments.slice(SHIPS).map(({ text }) => text)).toEqual([
      'de: 13 ships wait',
      'Niemand knows why',
    ])
  })

  test('when it is not known any more of what the waiting text was made, but not by hand', async () => {
    await waitFor(['de'])
    const id = await addHarbour()
    await translate(id)
    await save(await read(id), { approvesAll: true })
    await edit(id, '12 ships', '13 ships')
    await translate(id)
    await sql`delete from public.article_revisions where id = (select source_revision from public.pending_translations)`
    expect(await call('read-translation-review', { articleId: id, language: 'de' })).toMatchObject({
      status: 409,
      body: { code: 'outdated' },
    })
    const byHand = await read(id, { current: true })
    expect(byHand).toMatchObject({ isPending: false, segments: expect.any(Array) })
    expect((await save(byHand, { approvesAll: true, decided: [SHIPS] })).body).toMatchObject({
      status: 'published',
      review: { isPending: false },
    })
    expect(await sql`select from public.pending_translations`).toEqual([])
  })

  test('for what is no original, does not exist, or is not asked for properly', async () => {
    const id = await addHarbour()
    await translate(id)
    const name = 'read-translation-review'
    const german = (await translationOf(id))?.id
    expect(await call(name, { articleId: german, language: 'fr' })).toMatchObject({
      status: 400,
      body: { error: 'This feature is only available for original articles' },
    })
    expect(await call(name, { articleId: randomUUID(), language: 'de' })).toMatchObject({ status: 404 })
    for (const body of [
      '',
      '[]',
      { articleId: id },
      { articleId: id, language: 'en' },
      { articleId: `${id}'`, language: 'de' },
      { articleId: id, language: 'de', current: 'yes' },
      { articleId: id, language: 'de', more: 1 },
      `{"articleId":"${id}","language":"de","__proto__":{"current":true}}`,
    ])
      expect([body, (await call(name, body)).status]).toEqual([body, 400])
  })

  test('to other callers than administrators', async () => {
    const id = await addHarbour()
    for (const name of ['read-translation-review', 'save-translation-review', 'ask-translation-segment'])
      expect(await call(name, { articleId: id, language: 'de' }, { authorization: '' })).toMatchObject({
        status: 401,
        body: { error: 'Sign in first.' },
      })
    await sql`delete from public.user_roles where user_id = ${world.userId}`
    try {
      for (const name of ['read-translation-review', 'save-translation-review', 'ask-translation-segment'])
        expect(await call(name, { articleId: id, language: 'de' })).toMatchObject({ status: 403 })
    } finally {
      await sql`insert into public.user_roles (user_id, role) values (${world.userId}, 'admin')`
    }
  })
})
