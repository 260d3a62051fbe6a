import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { resumePausedRuns } from '#server/features/translation/resume-runs.ts'
import {
  GERMAN,
  MODEL,
  openHarbour,
  translateAll,
  translateWith,
} from '#server/features/translation/testing/open-translations.ts'
import { TryAgainLater } from '#server/platform/queue/job.ts'

const world = await openHarbour()
const { sql, model, addHarbour, madeOf, request, work, translate, translationOf, readRun } = world
afterAll(() => world.stop())
beforeEach(() => world.reset())

/** An answer in which one segment is damaged. */
const damaging = (id: string, damage: (text: string) => string) => {
  model.answerWith(({ target, segments }) =>
    translateWith(segments, (text, of) => (of === id ? damage(`${target}: ${text}`) : `${target}: ${text}`)),
  )
}

const LONG =
  'The council said that most of the ships that wait outside the harbour will have to wait for another week, because nobody has yet decided who is responsible.'

describe('of what a model does wrong, nothing is stored, and the segment is named:', () => {
  test.each<[string, string, (text: string) => string, RegExp]>([
    [
      'a tag that is dropped',
      '2',
      (text) => text.replace('<c1/>', ''),
      /has the code <c1\/>, and the translation does not/,
    ],
    ['a tag that is doubled', '2', (text) => `${text} <c1/>`, /<c1\/> twice/],
    [
      'code that is translated',
      '2',
      (text) => text.replace('<c1/>', '`Kode`'),
      /has the code <c1\/>, and the translation does not/,
    ],
    [
      'an address that is altered',
      '2',
      (text) => text.replace(/<\/?a1>/g, '').concat(' [x](https://evil.example)'),
      /./,
    ],
    ['an address that is added', '2', (text) => `${text} https://evil.example`, /evil\.example/],
    ['a number that is changed', '3', (text) => text.replace('12', '13'), /12.*13/],
    ['HTML that is added', '4', (text) => `${text} <script>x</script>`, /<script>/],
    ['a heading that is added', '4', (text) => `# ${text}`, /Markdown|cannot be written/],
    ['a character that cannot be stored', '4', (text) => `${text}\0\uD800`, /cannot be written|invisible/],
    ['a text that is empty', '4', () => ' ', /empty/],
    ['a text that is far too long', '4', (text) => text.repeat(40), /usual length/],
    ['a text that is not translated', '4', () => 'Nobody knows why', /still the English text/],
  ])('%s', async (_what, segment, damage, problem) => {
    damaging(segment, damage)
    const id = await addHarbour()
    const first = await translate(id)
    expect(first).toMatchObject({ status: 'queued', attempt: 2, failures: [{ segment }] })
    const calls = model.calls.length
    const run = await work(first.id)
    expect(run).toMatchObject({
      status: 'failed',
      reason: 'One part could not be translated.',
      failures: [{ segment }],
    })
    expect(run.failures[0]?.problems.join(' ')).toMatch(problem)
    expect(run.failures[0]?.source).not.toBe('')
    const text = damage(`de: ${run.failures[0]?.source}`)
    expect(run.failures[0]?.text).toBe(text.replaceAll('\0', '\uFFFD').toWellFormed())
    expect(await translationOf(id)).toBeNull()
    expect(await madeOf(id)).toBeUndefined()
    // The second time, only that one is asked for, and both times again with the reasons.
    const later = model.calls.slice(calls)
    expect(later.map(({ input }) => input.segments.map(({ id }: { id: string }) => id))).toEqual([
      [segment],
      [segment],
    ])
    expect(later[1]?.message).toContain(`- Segment ${segment}: `)
  })

  test.each<[string, (text: string) => string, RegExp]>([
    ['a text that is cut off', (text) => text.slice(0, 70), /./],
    ['a text in the wrong language', () => LONG.replace('council', 'committee'), /in English/],
  ])('%s', async (_what, damage, problem) => {
    const id = await addHarbour({ content: LONG })
    model.answerWith(({ target, segments }) =>
      translateWith(segments, (text, of) => (of === '1' ? damage(text) : `${target}: ${text}`)),
    )
    const run = await work((await translate(id)).id)
    expect(run).toMatchObject({ status: 'failed', failures: [{ segment: '1' }] })
    expect(run.failures[0]?.problems.join(' ')).toMatch(problem)
    expect(await translationOf(id)).toBeNull()
  })

  test('a segment that is omitted, or answered in two ways', async () => {
    const id = await addHarbour()
    model.answerWith((input) => {
      const { segments } = translateAll(input)
      return { segments: [...segments.filter((one) => one.id !== '3'), { id: '4', text: 'Anders' }] }
    })
    const run = await translate(id)
    expect(run.failures.map(({ segment, problems }) => [segment, problems[0]])).toEqual([
      ['3', 'The model has left this text out. Write it yourself, or ask the model again.'],
      [
        '4',
        'The model gave two translations of this text, of which this is the last. Read it, then change or approve it.',
      ],
    ])
  })

  test('an answer that is garbage', async () => {
    const id = await addHarbour({ content: 'Ships.' })
    model.answerWith(() => 'Gladly! Here is your translation.')
    const run = await work((await translate(id)).id)
    expect(run).toMatchObject({ status: 'failed', reason: '4 parts could not be translated.' })
    expect(run.failures.map(({ segment }) => segment)).toEqual(['title', 'subtitle', 'excerpt', '1'])
    expect(run.failures[0]?.problems).toEqual([
      expect.stringMatching(/form that was asked for\. Try again\. /),
    ])
    expect(model.calls.at(-1)?.message).toContain('it has no complete JSON object.')
    expect(await translationOf(id)).toBeNull()
  })
})

test('what goes well the second time is no failure', async () => {
  const id = await addHarbour()
  let tries = 0
  model.answerWith((input) =>
    translateWith(input.segments, (text, of) => (of === '2' && tries++ === 0 ? 'Nichts' : `de: ${text}`)),
  )
  expect(await translate(id)).toMatchObject({ status: 'succeeded', attempt: 1, segments_done: 8 })
  expect((await translationOf(id))?.content).toBe(GERMAN)
})

describe('a model that does not answer is asked again later:', () => {
  test.each([
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    ['a hang', 'hang'],
    ['a connection that breaks', 'half a response'],
  ] as const)('%s', async (_what, misbehaviour) => {
    const id = await addHarbour()
    model.misbehave(...Array(6).fill(misbehaviour))
    const runId = await request(id)
    await expect(work(runId)).rejects.toBeInstanceOf(TryAgainLater)
    expect(await readRun(runId)).toMatchObject({
      status: 'queued',
      attempt: 1,
      reason: expect.stringMatching(/\w/),
    })
    expect(await translationOf(id)).toBeNull()
    model.behave()
    expect(await work(runId)).toMatchObject({ status: 'succeeded', reason: null })
  })

  test('until its last try', async () => {
    const id = await addHarbour()
    model.misbehave(...Array(6).fill({ status: 500 }))
    const run = await work(await request(id), { isLastAttempt: true })
    expect(run).toMatchObject({ status: 'failed', reason: expect.stringContaining('500') })
  })

  test('but not when a person has to do something', async () => {
    const id = await addHarbour()
    model.misbehave(...Array(6).fill({ status: 401 }))
    expect(await translate(id)).toMatchObject({
      status: 'failed',
      attempt: 1,
      reason: expect.stringContaining('API key'),
    })
  })
})

test('what was refused is kept although the process ends in the middle of a run', async () => {
  const id = await addHarbour({ content: '## Ships\n\n70 ships wait.\n\n## Boats\n\n80 boats wait.\n' })
  const refused = () => sql`select text from private.refused_translations where article_id = ${id}`
  const end = new AbortController()
  model.answerWith(async (input) => {
    if (input.section === 'Boats') {
      await vi.waitUntil(async () => (await refused()).length > 0, { timeout: 10_000 })
      end.abort()
    }
    return translateWith(input.segments, (text) => `de: ${text.replace('70', '71')}`)
  })
  await expect(work(await request(id), { signal: end.signal })).rejects.toBeInstanceOf(TryAgainLater)
  expect(await refused()).toEqual([{ text: 'de: 71 ships wait.' }])
})

test('when the budget is used up, a run waits for it', async () => {
  const id = await addHarbour()
  await sql`insert into private.ai_usage (model, task, input_tokens, output_tokens, calls) values (${MODEL}, 'translate', 2000000, 0, 1)`
  await sql`
    update private.ai_settings set monthly_budget = 1, prices = ${JSON.stringify([{ model: MODEL, input: 1, output: 1 }])}::jsonb`
  const run = await translate(id)
  expect(run).toMatchObject({ status: 'paused', reason: expect.stringContaining('budget') })
  expect(model.calls).toEqual([])
  await sql`update private.ai_settings set monthly_budget = null`
  await resumePausedRuns(world.deps)
  expect(await work(run.id)).toMatchObject({ status: 'succeeded' })
})
