import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  dismissRecordings,
  estimateRecordings,
  listRecordings,
  makeRecordings,
  retryRecordings,
} from '#core/data/recordings.ts'
import { claimTask, recordFailure, waitForBudget } from '#server/features/speech/speech-tasks.ts'
import { checkRecordings } from '#server/platform/checks/database-checks.ts'
import { startTestApp } from '../support/app.ts'
import { addMember } from '../support/members.ts'

const app = await startTestApp()
const { sql } = app.database
const { client: editor } = await addMember(app, 'Lena', { role: 'editor' })
const { client: author } = await addMember(app, 'Ada', { role: 'author' })
afterAll(() => app.stop())

const MODEL = 'kokoro'
const ALL = { state: null, language: null, page: 1, pageSize: 25 }

beforeEach(async () => {
  await sql`delete from public.articles`
  await sql`delete from private.ai_usage`
  await setModel(null)
})

async function setModel(
  speech: object | null,
  { prices = [] as object[], budget = null as number | null } = {},
) {
  await sql`
    update private.ai_settings set speech = ${speech && JSON.stringify(speech)}::jsonb, prices = ${JSON.stringify(prices)}::jsonb,
      monthly_budget = ${budget}`
}

const useModel = (more?: Parameters<typeof setModel>[1]) =>
  setModel({ provider: 'openai', model: MODEL, voice: 'mara', voices: [], base_url: null }, more)

/** An article of a hundred characters that was published before there was a model; the later, the newer. */
async function addOlder(slug: string, { language = 'en', day = 1, characters = 100, published = true } = {}) {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into public.articles (slug, language, title, excerpt, content, category, author, published, publish_date)
    values (${slug}, ${language}, 'Rain', 'Rain.', repeat('x', ${characters - 4}), 'news', 'Ida Novak', ${published},
      make_timestamptz(2026, 5, ${day}, 12, 0, 0)) returning id`
  return id
}

const statesOf = async () => (await listRecordings(editor, ALL)).rows.map(({ slug, state }) => [slug, state])

test('what is wanted is listed for editors, failures first, with why', async () => {
  await useModel()
  const failed = await addOlder('failed')
  const retrying = await addOlder('retrying', { language: 'de' })
  const paused = await addOlder('paused')
  await addOlder('waiting')
  const taskOf = async (articleId: string) => ({
    articleId,
    wantedAt: (
      await sql<[{ at: string }]>`
        select wanted_at::text as at from private.speech_tasks where article_id = ${articleId}`
    )[0].at,
  })
  await recordFailure(sql, await taskOf(failed), { problem: 'It is silent.', isFinal: true })
  await recordFailure(sql, await taskOf(retrying), { problem: 'It is away.' })
  await waitForBudget(sql, await taskOf(paused), 'The budget is used up.')
  const { rows, ...rest } = await listRecordings(editor, ALL)
  expect(rest).toEqual({
    has_model: true,
    recorded: 0,
    older: 0,
    counts: { failed: 1, paused: 1, retrying: 1, waiting: 1 },
    total: 4,
  })
  expect(rows.map(({ slug, state, problem, next_at }) => [slug, state, problem, next_at !== null])).toEqual([
    ['failed', 'failed', 'It is silent.', false],
    ['paused', 'paused', 'The budget is used up.', true],
    ['retrying', 'retrying', 'It is away.', true],
    ['waiting', 'waiting', null, false],
  ])
  expect(await listRecordings(editor, { ...ALL, state: 'failed' })).toMatchObject({ total: 1 })
  expect(await listRecordings(editor, { ...ALL, language: 'de' })).toMatchObject({ total: 1 })
  expect(await checkRecordings(sql)).toMatchObject({
    state: 'warning',
    found: 'Recordings that have failed for good: 1. Waiting for the budget of the month: 1.',
  })

  expect(await retryRecordings(editor, null)).toBe(1)
  expect(await retryRecordings(editor, paused)).toBe(1)
  expect(await dismissRecordings(editor, retrying)).toBe(1)
  expect(await dismissRecordings(editor, retrying)).toBe(0)
  expect(await statesOf()).toEqual(
    expect.arrayContaining([
      ['failed', 'waiting'],
      ['paused', 'waiting'],
    ]),
  )
  expect(await checkRecordings(sql)).toMatchObject({ state: 'ok' })
})

test('older articles are read aloud on request, the newest first, after what is published meanwhile', async () => {
  for (const day of [1, 2, 3]) await addOlder(`may-${day}`, { day })
  await addOlder('draft', { day: 5, published: false })
  await addOlder('long', { day: 6, characters: 50_001 })
  await addOlder('deutsch', { day: 4, language: 'de' })
  for (const refused of [
    await editor.rpc('make_recordings', { p_count: 2, p_language: 'en' }),
    await editor.rpc('make_issue_recordings', { p_issue_id: randomUUID() }),
  ])
    expect([refused.status, refused.error?.code, refused.error?.message]).toEqual([
      409,
      '55000',
      'No speech model is set up.',
    ])
  await useModel()
  expect(await estimateRecordings(editor, { count: 2, language: 'en' })).toEqual({
    articles: 2,
    characters: 200,
    seconds: 13,
    cost: null,
    currency: 'USD',
    covered: 2,
    covered_cost: null,
    left: null,
  })
  expect(await makeRecordings(editor, { count: 2, language: 'en' })).toBe(2)
  expect((await statesOf()).map(([slug]) => slug).toSorted()).toEqual(['may-2', 'may-3'])
  const newest = await addOlder('now')
  expect(await claimTask(sql)).toMatchObject({ articleId: newest })
  expect(await makeRecordings(editor, { count: 500, language: null })).toBe(2)
  expect(await makeRecordings(editor, { count: 500, language: null })).toBe(0)
  expect(await listRecordings(editor, ALL)).toMatchObject({ older: 4, total: 5 })
  expect(await dismissRecordings(editor, null), 'what was published meanwhile is made').toBe(4)
  expect(await statesOf()).toEqual([['now', 'making']])
  const [entry] = await sql`
    select actor_name, did, details from public.audit_log where action = 'make_recordings' order by id limit 1`
  expect(entry).toEqual({
    actor_name: 'Lena',
    did: 'had older articles read aloud',
    details: { articles: 2, language: 'en' },
  })
})

test('no more of them than the budget of the month is likely to cover, beside what waits already', async () => {
  for (const day of [1, 2, 3, 4]) await addOlder(`may-${day}`, { day })
  // A character costs 1, and a second of sound nothing.
  await useModel({ prices: [{ model: MODEL, input: 1_000_000, output: 0 }], budget: 450 })
  await sql`insert into private.ai_usage (model, task, input_tokens, calls) values (${MODEL}, 'speak', 100, 1)`
  await addOlder('now', { day: 9 })
  expect(await estimateRecordings(editor, { count: 4, language: null })).toMatchObject({
    articles: 4,
    cost: 400,
    left: 250,
    covered: 2,
    covered_cost: 200,
  })
  expect(await makeRecordings(editor, { count: 4, language: null })).toBe(2)
  expect(await estimateRecordings(editor, { count: 4, language: null })).toMatchObject({
    left: 50,
    covered: 0,
  })
  expect(await makeRecordings(editor, { count: 4, language: null })).toBe(0)
  await useModel({ prices: [{ model: MODEL, input: 1_000_000, output: 0 }] })
  expect(await makeRecordings(editor, { count: 4, language: null }), 'without a budget').toBe(2)
})

test('only editors do so, and of a number of articles that can be asked for', async () => {
  for (const refused of [
    () => listRecordings(author, ALL),
    () => retryRecordings(author, null),
    () => dismissRecordings(author, null),
    () => estimateRecordings(author, { count: 1, language: null }),
    () => makeRecordings(author, { count: 1, language: null }),
  ])
    await expect(refused()).rejects.toMatchObject({ code: '42501' })
  for (const count of [0, -1, 501])
    await expect(estimateRecordings(editor, { count, language: null })).rejects.toMatchObject({
      code: '22023',
      message: 'The number of articles must be between 1 and 500.',
    })
})
