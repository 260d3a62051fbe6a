import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { TryAgainLater } from '#server/jobs/job-run.ts'
import { resumePausedRuns } from '#server/translation/resume-runs.ts'
import {
  MODEL,
  openTranslations,
  translateAll,
  translateWith,
} from '#server/translation/testing/open-translations.ts'

const world = await openTranslations()
const { sql, model, addArticle, request, work, translate, translationOf, askedTexts, readRun } = world
afterAll(() => world.stop())
beforeEach(() => world.reset())

const CONTENT = `## The harbour

The **harbour** is [open](https://example.org/a) with \`code\`.

- 12 ships wait
- Nobody knows why

\`\`\`js
const code = 1
\`\`\`

![Two ships](/ships.png)
`
const GERMAN = `## de: The harbour

de: The **harbour** is [open](https://example.org/a) with \`code\`.

- de: 12 ships wait
- de: Nobody knows why

\`\`\`js
const code = 1
\`\`\`

![de: Two ships](/ships.png)
`
const addHarbour = (more = {}) =>
  addArticle({
    title: 'The harbour opens',
    subtitle: 'At last',
    excerpt: 'Ships come.',
    content: CONTENT,
    ...more,
  })

const made = async (id: string) =>
  (await sql`select * from public.article_translations where original_id = ${id}`)[0]
const edit = (id: string, from: string, to: string) =>
  sql`update public.articles set content = replace(content, ${from}, ${to}) where id = ${id}`

/** An answer in which one segment is damaged. */
const damaging = (id: string, damage: (text: string) => string) => {
  model.answerWith(({ target, segments }) =>
    translateWith(segments, (text, of) => (of === id ? damage(`${target}: ${text}`) : `${target}: ${text}`)),
  )
}

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
  expect(await made(id)).toMatchObject({
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
  const [call] = model.calls
  expect(call?.input).toMatchObject({
    task: 'translate',
    source: 'en',
    target: 'de',
    title: 'The harbour opens',
    section: '',
    glossary: [],
    style: '',
  })
})

test('what is not published stays unpublished, and a slug that is taken gets a number', async () => {
  await addArticle({ title: 'Other', slug: 'de-the-harbour-opens', language: 'de' })
  const id = await addHarbour({ published: false })
  await translate(id)
  expect(await translationOf(id)).toMatchObject({ published: false, slug: 'de-the-harbour-opens-2' })
})

const LONG =
  'The council said that most of the ships that wait outside the harbour will have to wait for another week, because nobody has yet decided who is responsible.'

describe('of what a model does wrong, nothing is stored, and the segment is named:', () => {
  test.each<[string, string, (text: string) => string, RegExp]>([
    ['a tag that is dropped', '2', (text) => text.replace('<c1/>', ''), /<c1\/> is missing/],
    ['a tag that is doubled', '2', (text) => `${text} <c1/>`, /occurs twice/],
    ['code that is translated', '2', (text) => text.replace('<c1/>', '`Kode`'), /<c1\/> is missing/],
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
    ['a text that is not translated', '4', () => 'Nobody knows why', /not translated/],
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
    expect(await made(id)).toBeUndefined()
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
      ['3', 'The translation of this text is missing.'],
      ['4', 'There are two translations of this text.'],
    ])
  })

  test('an answer that is garbage', async () => {
    const id = await addHarbour({ content: 'Ships.' })
    model.answerWith(() => 'Gladly! Here is your translation.')
    const run = await work((await translate(id)).id)
    expect(run).toMatchObject({ status: 'failed', reason: '4 parts could not be translated.' })
    expect(run.failures.map(({ segment }) => segment)).toEqual(['title', 'subtitle', 'excerpt', '1'])
    expect(run.failures[0]?.problems[0]).toContain('cannot be used')
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
    const run = await work(await request(id), { isLastTry: true })
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

describe('nothing is asked for twice:', () => {
  test('not in the same article, not in another, and not in other tries', async () => {
    await translate(await addHarbour({ content: 'Ships wait.\n\nShips wait.' }))
    expect(askedTexts()).toEqual(['The harbour opens', 'At last', 'Ships come.', 'Ships wait.'])
    model.calls.length = 0
    const other = await addHarbour({ title: 'More', slug: 'more', content: 'Ships wait.\n\nNew.' })
    expect(await translate(other)).toMatchObject({ status: 'succeeded', segments: 5, segments_reused: 3 })
    expect(askedTexts()).toEqual(['More', 'New.'])
  })

  test('an update sends exactly what has changed', async () => {
    const id = await addHarbour()
    await translate(id)
    model.calls.length = 0
    await edit(id, 'Nobody knows why', 'Everybody knows why')
    expect(await made(id)).toMatchObject({ stale_since: expect.any(Date) })
    expect(await translate(id)).toMatchObject({ status: 'succeeded', segments: 8, segments_reused: 7 })
    expect(askedTexts()).toEqual(['Everybody knows why'])
    const german = await translationOf(id)
    expect(german?.content).toBe(GERMAN.replace('Nobody', 'Everybody'))
    expect(await made(id)).toMatchObject({ stale_since: null, changed_segments: null })
    model.calls.length = 0
    expect(await translate(id)).toMatchObject({ status: 'succeeded', segments_reused: 8 })
    expect(model.calls).toEqual([])
  })

  test('what was reviewed stays so when nothing of it changes', async () => {
    const id = await addHarbour()
    await translate(id)
    const before = await made(id)
    await sql`update public.article_translations set reviewed_at = now()`
    expect(await translate(id)).toMatchObject({ status: 'succeeded' })
    expect(await made(id)).toMatchObject({
      translated_at: before?.translated_at,
      reviewed_at: expect.any(Date),
    })
    await edit(id, '12', '13')
    await translate(id)
    expect(await made(id)).toMatchObject({ reviewed_at: null })
  })

  test('not after the process was killed in the middle', async () => {
    const content = Array.from({ length: 200 }, (_, index) => `Ship ${index} waits.`).join('\n\n')
    const id = await addHarbour({ content })
    const runId = await request(id)
    const killing = new AbortController()
    const job = 'f2b6dbdc-2a57-4e6e-8d2e-3d5c1b6c8a11'
    let answered = 0
    model.answerWith((input) => {
      answered += 1
      if (answered === 5) killing.abort()
      return translateAll(input)
    })
    await expect(work(runId, { id: job, signal: killing.signal })).rejects.toBeInstanceOf(TryAgainLater)
    expect(await readRun(runId)).toMatchObject({ status: 'running' })
    const stored = await sql<{ source: string }[]>`select source from public.translation_segments`
    expect(stored.length).toBeGreaterThan(20)
    expect(await translationOf(id)).toBeNull()

    model.calls.length = 0
    model.answerWith(translateAll)
    // Another job leaves it alone.
    expect(await work(runId)).toMatchObject({ status: 'running' })
    expect(model.calls).toEqual([])
    expect(await work(runId, { id: job })).toMatchObject({
      status: 'succeeded',
      segments_reused: stored.length,
    })
    const known = new Set(stored.map(({ source }) => source))
    expect(askedTexts().filter((text) => known.has(text))).toEqual([])
    expect(askedTexts()).toHaveLength(203 - stored.length)
  })

  test('unless all is to be renewed', async () => {
    const id = await addHarbour()
    await translate(id)
    model.calls.length = 0
    model.answerWith(({ segments }) => translateWith(segments, (text) => `neu: ${text}`))
    expect(await translate(id, { renewsAll: true })).toMatchObject({
      status: 'succeeded',
      segments_reused: 0,
    })
    expect(askedTexts()).toHaveLength(8)
    expect((await translationOf(id))?.title).toBe('neu: The harbour opens')
  })
})

describe('what a person wrote stays:', () => {
  test('in an article that did not change there', async () => {
    const id = await addHarbour()
    await translate(id)
    const german = await translationOf(id)
    await edit(
      german?.id,
      'de: The **harbour** is [open]',
      'Der [Hafen](https://example.org/a) ist **offen**, [x]',
    )
    await sql`update public.articles set content = replace(content, ', [x](https://example.org/a)', '') where id = ${german?.id}`
    await edit(id, 'Nobody', 'Everybody')
    model.calls.length = 0
    expect(await translate(id)).toMatchObject({ status: 'succeeded' })
    expect(askedTexts()).toEqual(['Everybody knows why'])
    expect((await translationOf(id))?.content).toContain(
      'Der [Hafen](https://example.org/a) ist **offen** with `code`.',
    )
    const [persons] = await sql`select text from public.translation_segments where origin = 'person'`
    expect(persons?.text).toBe('Der <a1>Hafen</a1> ist <b1>offen</b1> with <c1/>.')
  })

  test('where the source changed, with what the model makes of it beside it, until somebody decides', async () => {
    const id = await addHarbour()
    await translate(id)
    const german = await translationOf(id)
    await edit(german?.id, 'de: Nobody knows why', 'Niemand weiß warum')
    await edit(id, 'Nobody knows why', 'Nobody knows how')
    expect(await translate(id)).toMatchObject({ status: 'succeeded' })
    expect((await translationOf(id))?.content).toContain('- Niemand weiß warum\n')
    const conflicts = () => sql`
      select mine.source, mine.text, mine.origin, proposed.source as new_source, proposed.text as proposed
      from public.translation_parts as part
      join public.translation_segments as mine on mine.id = part.segment_id
      join public.translation_segments as proposed on proposed.id = part.proposed_id`
    const conflict = {
      source: 'Nobody knows why',
      text: 'Niemand weiß warum',
      origin: 'person',
      new_source: 'Nobody knows how',
      proposed: 'de: Nobody knows how',
    }
    expect(await conflicts()).toEqual([conflict])
    await edit(id, '12 ships', '13 ships')
    await translate(id)
    expect(await conflicts()).toEqual([conflict])
  })

  test('in a translation of which nothing is recorded', async () => {
    const id = await addHarbour()
    await addArticle({
      title: 'Der Hafen',
      subtitle: 'Endlich',
      excerpt: 'Schiffe.',
      content: GERMAN.replaceAll('de: ', 'von Hand: '),
      language: 'de',
      slug: 'der-hafen',
      original_article_id: id,
    })
    await edit(id, '12 ships', '13 ships')
    expect(await translate(id)).toMatchObject({ status: 'succeeded', segments_reused: 7 })
    expect(askedTexts()).toEqual(['13 ships wait'])
    expect(await translationOf(id)).toMatchObject({ title: 'Der Hafen', slug: 'der-hafen' })
    expect(await made(id)).toMatchObject({ origin: 'person' })
  })

  test('when its structure is another, until all is to be renewed', async () => {
    const id = await addHarbour()
    await translate(id)
    const german = await translationOf(id)
    await sql`update public.articles set content = content || E'\n\nMehr.' where id = ${german?.id}`
    expect(await translate(id)).toMatchObject({
      status: 'failed',
      attempt: 1,
      reason: expect.stringContaining('changed the structure'),
    })
    expect((await translationOf(id))?.content).toContain('Mehr.')
    expect(await translate(id, { renewsAll: true })).toMatchObject({ status: 'succeeded' })
    expect((await translationOf(id))?.content).toBe(GERMAN)
  })
})

describe('while an article is translated,', () => {
  /** Does something when the model is asked for the first time. */
  const meanwhile = (act: () => Promise<unknown>) => {
    let isFirst = true
    model.answerWith(async (input) => {
      if (isFirst) {
        isFirst = false
        await act()
      }
      return translateAll(input)
    })
  }

  test('it is deleted', async () => {
    const id = await addHarbour()
    meanwhile(() => sql`delete from public.articles where id = ${id}`)
    expect(await translate(id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('deleted'),
    })
    expect(await sql`select from public.articles`).toEqual([])
  })

  test('it is edited: the translation is stale from the beginning', async () => {
    const id = await addHarbour()
    meanwhile(() => edit(id, '12', '13'))
    expect(await translate(id)).toMatchObject({ status: 'succeeded' })
    expect((await translationOf(id))?.content).toContain('12 ships')
    expect(await made(id)).toMatchObject({ stale_since: expect.any(Date) })
    await translate(id)
    expect((await translationOf(id))?.content).toContain('13 ships')
    expect(await made(id)).toMatchObject({ stale_since: null })
  })

  test('somebody saves the translation: it is read again', async () => {
    const id = await addHarbour()
    await translate(id)
    const german = await translationOf(id)
    await edit(id, '12', '13')
    meanwhile(() => edit(german?.id, 'de: Nobody', 'Niemand'))
    const runId = await request(id)
    await expect(work(runId)).rejects.toBeInstanceOf(TryAgainLater)
    expect((await translationOf(id))?.content).toContain('12 ships')
    model.calls.length = 0
    expect(await work(runId)).toMatchObject({ status: 'succeeded' })
    expect((await translationOf(id))?.content).toMatch(/13 ships wait\n- Niemand knows why/)
    expect(model.calls).toEqual([])
  })

  test('it is cancelled', async () => {
    const content = Array.from({ length: 200 }, (_, index) => `Ship ${index} waits.`).join('\n\n')
    const id = await addHarbour({ content })
    const runId = await request(id)
    meanwhile(
      () =>
        sql`update public.translation_runs set status = 'cancelled', ended_at = now() where id = ${runId}`,
    )
    expect(await work(runId)).toMatchObject({ status: 'cancelled' })
    expect(model.calls.length).toBeLessThan(9)
    expect(await translationOf(id)).toBeNull()
  })
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

test('a part that is longer than anything that somebody would write is named', async () => {
  const id = await addHarbour({ content: `Ships.\n\n${'word '.repeat(5_000)}` })
  const first = await translate(id)
  expect(first.failures).toMatchObject([{ segment: '2', problems: [expect.stringContaining('too long')] }])
  expect(model.calls).toEqual([])
})
