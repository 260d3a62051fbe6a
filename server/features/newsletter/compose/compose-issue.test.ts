import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createEmptyIssue } from '#server/features/newsletter/compose/store-edition.ts'
import {
  choosing,
  openComposing,
  reasonsIn,
  titlesIn,
} from '#server/features/newsletter/compose/testing/open-composing.ts'
import { MODEL } from '#server/features/translation/testing/open-translations.ts'

const world = await openComposing()
const { sql, model, add, translate, compose, composeByRules, read } = world
afterAll(() => world.stop())
beforeEach(() => world.reset())

describe('a model', () => {
  test('is given the articles of the last days on the wire, the best first', async () => {
    const harbour = await add({ title: 'Harbour', hoursAgo: 30, category: 'news' })
    const bakery = await add({ title: 'Bakery', hoursAgo: 100, category: 'business' })
    await add({ title: 'Old', hoursAgo: 7 * 24 + 1 })
    await add({ title: 'Draft', published: false })
    await compose()
    expect(model.calls).toHaveLength(1)
    const [call] = model.calls
    expect(call?.input).toEqual({
      task: 'newsletter',
      language: 'en',
      articles: [harbour, bakery].map((id) => ({
        id,
        title: expect.any(String),
        excerpt: expect.stringContaining('What there is to know'),
        category: expect.any(String),
        published: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      })),
    })
    expect(Object.keys(call?.input.articles[0])).toEqual(['id', 'title', 'excerpt', 'category', 'published'])
    expect(call?.message).toBe(JSON.stringify(call?.input))
    expect(call?.system).not.toContain('Harbour')
  })

  test('chooses articles, places and describes them; the rest is left out for the desk', async () => {
    const [one, two, three] = [
      await add({ title: 'One' }),
      await add({ title: 'Two' }),
      await add({ title: 'Three' }),
    ]
    model.answerWith(() => ({
      subject: 'Two is here',
      preheader: 'So is One',
      introduction: 'Good morning.\n\nHere is what happened.',
      items: [
        { article_id: two, section: 'top', summary: 'Two is what you need.' },
        { article_id: one, section: 'next', summary: 'One comes next.' },
      ],
    }))
    const composed = await compose()
    expect(composed).toEqual({
      issueId: expect.any(String),
      composedBy: 'model',
      reason: null,
      articleCount: 2,
      dropped: [],
    })
    const content = await read(composed.issueId)
    expect(content.editions).toMatchObject([
      {
        language: 'en',
        subject: 'Two is here',
        preheader: 'So is One',
        introduction: 'Good morning.\n\nHere is what happened.',
        content: null,
        origin: 'model',
        model: MODEL,
        dropped: [],
        source_hash: null,
        reviewed_at: null,
      },
    ])
    expect(
      content.items.map(({ article_id, section, position, left_out, summaries }) => [
        article_id,
        section,
        position,
        left_out,
        summaries[0]?.origin,
      ]),
    ).toEqual([
      [two, 'top', 0, null, 'model'],
      [three, 'top', 1, 'Not chosen by the language model', 'rules'],
      [one, 'next', 0, null, 'model'],
    ])
    expect(content.issue).toMatchObject({
      status: 'draft',
      origin: 'clock',
      created_by: null,
      counts_clicks: false,
    })
    const span = Date.parse(content.issue.covers_until ?? '') - Date.parse(content.issue.covers_from ?? '')
    expect(span).toBe(7 * 86_400_000)
  })

  test('may name no more articles than a section has places', async () => {
    for (let number = 1; number <= 6; number++) await add({ title: `Piece ${number}`, hoursAgo: number })
    model.answerWith(choosing('top'))
    const { issueId, articleCount } = await compose()
    expect(articleCount).toBe(5)
    expect([...reasonsIn(await read(issueId))]).toEqual([['Piece 6', 'No place was left in “Top stories”']])
  })

  test('is waited for as long as a request may take, and then rules compose', async () => {
    await add({ title: 'Harbour' })
    model.misbehave('hang')
    const composed = await compose({ timeoutMs: 300 })
    expect(composed).toMatchObject({
      composedBy: 'rules',
      reason: 'The language model has not answered within 1 seconds.',
      articleCount: 1,
    })
    expect((await read(composed.issueId)).editions).toMatchObject([
      { origin: 'rules', model: null, dropped: [`Composed by rules. ${composed.reason}`] },
    ])
  })

  test('is not asked when its budget is used up, and rules compose', async () => {
    await add()
    await sql`insert into private.ai_usage (model, task, input_tokens, output_tokens, calls) values (${MODEL}, 'translate', 2000000, 0, 1)`
    await sql`
      update private.ai_settings set monthly_budget = 1, prices = ${JSON.stringify([{ model: MODEL, input: 1, output: 1 }])}::jsonb`
    expect(await compose()).toMatchObject({
      composedBy: 'rules',
      reason: expect.stringContaining('budget'),
    })
    expect(model.calls).toEqual([])
  })

  test.each([
    ['broken JSON', { text: '{"subject":"The week","items":[{"article_id":' }],
    ['text', { text: 'Here is your newsletter!' }],
    ['an answer of another shape', { text: '{"subject":"The week","items":"all"}' }],
    ['no items', { text: '{"subject":"The week","preheader":"","introduction":"","items":[]}' }],
    ['an answer that is cut off', { text: '{"subject":"The week"', isCut: true }],
    ['5 MB', 'huge'],
    ['a page', 'a page'],
    ['a refusal', { status: 401 }],
  ] as const)('that gives %s leaves it to the rules, which say so', async (_, misbehaviour) => {
    await add({ title: 'Harbour' })
    model.misbehave(misbehaviour)
    const composed = await compose()
    expect(composed).toMatchObject({ composedBy: 'rules', articleCount: 1 })
    expect(composed.reason).toMatch(/\.$/)
    expect(composed.reason).not.toMatch(/expected|received/)
    const [edition] = (await read(composed.issueId)).editions
    expect(edition).toMatchObject({ origin: 'rules', subject: 'AI Watch: Harbour' })
    expect(edition?.dropped).toEqual([`Composed by rules. ${composed.reason}`])
  })

  test.each([
    ['too many requests', { status: 429 }],
    ['an error of its server', { status: 500 }],
    ['half a response', 'half a response'],
    ['no response at all', 'reset'],
  ] as const)('that gives %s is asked again', async (_, misbehaviour) => {
    await add({ title: 'Harbour' })
    model.answerWith(choosing('top'))
    model.misbehave(misbehaviour)
    expect(await compose()).toMatchObject({ composedBy: 'model', reason: null })
  })

  test('whose failures go on leaves it to the rules', async () => {
    await add({ title: 'Harbour' })
    model.misbehave({ status: 429 }, { status: 500 }, 'half a response', ...Array(7).fill('reset'))
    const composed = await compose()
    expect(composed).toMatchObject({ composedBy: 'rules', articleCount: 1 })
    expect(composed.reason).toMatch(/\.$/)
  })
})

describe('without a model', () => {
  test('rules compose, and say what would have to be set', async () => {
    const harbour = await add({ title: 'Harbour', excerpt: 'Ships wait. Nobody knows why.' })
    const composed = await composeByRules({ actor: '6c9de1c8-6d0a-4f9c-8a2b-0d4d9a0c1d11' })
    expect(composed).toMatchObject({
      composedBy: 'rules',
      reason: expect.stringContaining('No language model is set up'),
      articleCount: 1,
      dropped: [],
    })
    const content = await read(composed.issueId)
    expect(content.issue).toMatchObject({
      origin: 'desk',
      created_by: '6c9de1c8-6d0a-4f9c-8a2b-0d4d9a0c1d11',
    })
    expect(content.items).toMatchObject([
      {
        article_id: harbour,
        section: 'top',
        summaries: [{ language: 'en', summary: 'Ships wait. Nobody knows why.', origin: 'rules' }],
      },
    ])
    expect(await sql`select event, actor from public.newsletter_issue_events`).toEqual([
      { event: 'draft', actor: '6c9de1c8-6d0a-4f9c-8a2b-0d4d9a0c1d11' },
    ])
  })

  test('in each language the words are its own', async () => {
    const id = await add({ title: 'Harbour' })
    const subjects = new Map<string, string>()
    for (const language of ['es', 'fr', 'de', 'it', 'pt'] as const) {
      await translate(id, language, { title: `Titel ${language}` })
      const { issueId } = await composeByRules({ language, another: true })
      const [edition] = (await read(issueId)).editions
      subjects.set(language, edition?.subject ?? '')
      expect(edition?.introduction).toMatch(/\b1\b/)
    }
    expect([...subjects]).toEqual([
      ['es', 'AI Watch: Titel es'],
      ['fr', 'AI Watch\u00a0: Titel fr'],
      ['de', 'AI Watch: Titel de'],
      ['it', 'AI Watch: Titel it'],
      ['pt', 'AI Watch: Titel pt'],
    ])
  })
})

describe('the days', () => {
  test('are those that are asked for, to the minute', async () => {
    await add({ title: 'Just in time', hoursAgo: 3 * 24 - 0.1 })
    await add({ title: 'Too late', hoursAgo: 3 * 24 + 0.1 })
    await add({ title: 'Not yet', hoursAgo: -1 })
    const { issueId } = await compose({ daysBack: 3 })
    expect(titlesIn(await read(issueId))).toEqual(['Just in time'])
  })

  test.each([
    [7, 'en', 'There are no articles of the last 7 days.'],
    [1, 'en', 'There are no articles of the last day.'],
    [31, 'de', 'There are no articles of the last 31 days in German.'],
  ] as const)('without articles, nothing is made (%i, %s)', async (daysBack, language, message) => {
    await add({ hoursAgo: 40 * 24 })
    await expect(compose({ daysBack, language })).rejects.toMatchObject({ code: 'no_articles', message })
    expect(await sql`select from public.newsletter_issues`).toEqual([])
    expect(model.calls).toEqual([])
  })

  test('what was sent in an issue is not sent again, unless there is nothing else', async () => {
    await add({ title: 'Sent' })
    const { issueId } = await compose()
    await sql`
      update public.newsletter_issues set status = 'approved', approved_at = now(), seal = 's', slug = '2026-11-15' where id = ${issueId}`
    await sql`
      update public.newsletter_issues set status = 'sending', audience = 0, started_at = '2026-11-15T08:00:00Z' where id = ${issueId}`
    const again = await compose()
    expect(again.dropped).toEqual([
      'All articles of these days have been in an issue that was sent; they are used again.',
    ])
    expect(again.articleCount).toBe(1)
    await add({ title: 'New' })
    const next = await read((await compose()).issueId)
    expect(titlesIn(next)).toEqual(['New'])
    expect([...reasonsIn(next)]).toEqual([['Sent', 'Was in the issue of November 15, 2026 already']])
  })

  test('of very many articles the best are offered, and the others are counted', async () => {
    for (let number = 1; number <= 62; number++) await add({ title: `Piece ${number}`, hoursAgo: number })
    const { issueId, dropped } = await composeByRules()
    expect((await read(issueId)).items).toHaveLength(60)
    expect(dropped).toEqual(['2 more articles of these days, the lowest ranked, were not looked at.'])
  })
})

test('an empty draft counts clicks when that is set, and is filled by composing', async () => {
  const issueId = await createEmptyIssue(sql, {
    actor: null,
    settings: {
      newsletter_counts_clicks: true,
      newsletter_pictures: true,
      newsletter_time: '09:00',
      newsletter_zone: 'Europe/Zurich',
    },
  })
  expect((await read(issueId)).issue).toMatchObject({
    status: 'draft',
    origin: 'clock',
    counts_clicks: true,
    shows_pictures: true,
  })
  await add({ title: 'Harbour' })
  expect(await compose({ issueId })).toMatchObject({ issueId, articleCount: 1, dropped: [] })
  expect((await read(issueId)).editions).toMatchObject([{ subject: 'The week in AI', origin: 'model' }])
})

describe('another language', () => {
  test('describes the articles of the issue that it has, and leaves their order alone', async () => {
    const [one, two] = [await add({ title: 'One', hoursAgo: 1 }), await add({ title: 'Two', hoursAgo: 2 })]
    const german = await translate(two, 'de', { title: 'Zwei' })
    const { issueId } = await compose()
    const before = await read(issueId)
    model.calls.length = 0
    model.answerWith(choosing('top'))
    const composed = await compose({ issueId, language: 'de' })
    expect(model.calls[0]?.input).toMatchObject({
      task: 'newsletter',
      language: 'de',
      articles: [{ id: german, title: 'Zwei' }],
    })
    expect(composed).toMatchObject({
      articleCount: 1,
      dropped: ['“One”: it is not published in German, so this edition has it in English.'],
    })
    const after = await read(issueId)
    const placesOf = ({ items }: typeof after) =>
      items.map(({ id, section, position, left_out }) => ({ id, section, position, left_out }))
    expect(placesOf(after)).toEqual(placesOf(before))
    expect(after.editions.map(({ language }) => language)).toEqual(['en', 'de'])
    expect(after.editions[0]).toEqual(before.editions[0])
    expect(after.items.find(({ article_id }) => article_id === two)?.summaries).toMatchObject([
      { language: 'en' },
      { language: 'de', summary: 'It matters: Zwei', origin: 'model' },
    ])
    expect(after.items.find(({ article_id }) => article_id === one)?.summaries).toHaveLength(1)
  })

  test('of which the issue has no article is refused', async () => {
    await add()
    const { issueId } = await compose()
    await expect(compose({ issueId, language: 'fr' })).rejects.toMatchObject({
      code: 'no_articles',
      message: 'None of the articles of this issue is published in French.',
    })
  })

  test('of a new issue chooses among what is published in it', async () => {
    const [both, draft] = [await add({ title: 'Both' }), await add({ title: 'Only a draft' })]
    await add({ title: 'English only' })
    await translate(both, 'it', { title: 'Entrambi' })
    await translate(draft, 'it', { title: 'Bozza', published: false })
    const { issueId } = await compose({ language: 'it' })
    const content = await read(issueId)
    expect(titlesIn(content)).toEqual(['Both'])
    expect(reasonsIn(content)).toEqual(
      new Map([
        ['Only a draft', 'Published in this language only as a draft'],
        ['English only', 'Not translated into Italian'],
      ]),
    )
    expect(content.editions.map(({ language }) => language)).toEqual(['it'])
  })
})
