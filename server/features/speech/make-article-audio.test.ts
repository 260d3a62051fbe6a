import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { MODEL, openSpeech, TEXTS } from '#server/features/speech/testing/open-speech.ts'
import { readMp3Frames, secondsOf } from '#server/platform/audio/mp3-frames.ts'
import { purgeUnusedFiles } from '#server/supabase/storage/unused-files.ts'
import { toneMp3 } from '../../../tests/mocks/tone-mp3.ts'

let speech: Awaited<ReturnType<typeof openSpeech>>
beforeAll(async () => {
  speech = await openSpeech()
})
afterAll(() => speech.stop())
beforeEach(() => speech.setModel())
afterEach(() => speech.reset())

test('an article that appears is read aloud, block by block, into one file that says who speaks', async () => {
  const id = await speech.addArticle()
  await speech.work()
  expect(speech.askedTexts().toSorted()).toEqual(TEXTS.toSorted())
  const audio = await speech.findAudio(id)
  expect(audio).toMatchObject({ is_current: true, model: MODEL, voice: 'mara' })
  const [object, ...others] = await speech.listObjects()
  expect([object?.name, others]).toEqual([`${audio?.id}.mp3`, []])
  const file = (await speech.readFile(object?.version ?? '')) ?? expect.fail()
  expect(audio?.bytes).toBe(file.length)
  expect(secondsOf(readMp3Frames(file))).toBeCloseTo(audio?.seconds, 6)
  expect(audio?.parts.map(({ text }: { text: string }) => text)).toEqual(TEXTS)
  expect(audio?.parts.map(({ heading }: { heading: string }) => heading)).toEqual([
    'The harbour',
    null,
    null,
    'What comes next',
    null,
  ])
  expect(file.toString('utf8')).toContain(`A machine reads this article aloud (speech model ${MODEL}).`)
  expect(file.toString('latin1')).toContain('trainedAlgorithmicMedia')
  expect(await speech.findTask(id)).toBeNull()
  expect(await speech.sql`select from private.speech_parts`).toEqual([])
})

test('a text that changes is silent until its changed blocks are read anew, and nothing else is paid for', async () => {
  const id = await speech.addArticle()
  await speech.work()
  const before = await speech.findAudio(id)
  const [old] = await speech.listObjects()
  speech.server.calls.length = 0
  await speech.sql`update public.articles set content = replace(content, 'noon', 'eight') where id = ${id}`
  expect(await speech.findAudio(id)).toMatchObject({ is_current: false })
  expect(await speech.sql`select * from public.find_article_audio(${id})`).toEqual([])
  await speech.work()
  expect(speech.askedTexts()).toEqual(['The ferry leaves at eight.'])
  const after = await speech.findAudio(id)
  expect(after).toMatchObject({ is_current: true })
  expect(after?.id).not.toBe(before?.id)
  const objects = await speech.listObjects()
  expect(objects.map(({ name }) => name)).toEqual([`${after?.id}.mp3`])
  // The old file is removed as every other unused file is.
  await speech.sql`update storage.unused_files set remove_after = now() - interval '1 hour'`
  await purgeUnusedFiles(speech.deps.storage, new AbortController().signal)
  expect(await speech.readFile(old?.version ?? '')).toBeNull()
  const file = (await speech.readFile(objects[0]?.version ?? '')) ?? expect.fail()
  expect(secondsOf(readMp3Frames(file))).toBeCloseTo(after?.seconds, 6)
})

test('a change that nobody hears costs nothing and keeps the file', async () => {
  const id = await speech.addArticle({ content: 'See [the harbour](/article/harbour).' })
  await speech.work()
  const before = await speech.findAudio(id)
  speech.server.calls.length = 0
  await speech.sql`update public.articles set content = 'See [the harbour](/article/port).' where id = ${id}`
  expect(await speech.findAudio(id)).toMatchObject({ is_current: false })
  await speech.work()
  expect(await speech.findAudio(id)).toEqual(before)
  expect(speech.server.calls).toEqual([])
})

test('a text that changes while it is read aloud is not stored as it was', async () => {
  const id = await speech.addArticle()
  let isChanged = false
  speech.server.speakWith(async ({ body }) => {
    if (!isChanged) {
      isChanged = true
      await speech.sql`update public.articles set content = 'It is closed again.' where id = ${id}`
    }
    return toneMp3(body.input.length / 15)
  })
  await speech.work()
  const audio = await speech.findAudio(id)
  expect(audio?.parts.map(({ text }: { text: string }) => text)).toEqual([
    ...TEXTS.slice(0, 2),
    'It is closed again.',
  ])
  expect(audio?.is_current).toBe(true)
  // The title and the subtitle were read once.
  expect(speech.askedTexts().filter((text) => text === TEXTS[0])).toHaveLength(1)
  expect(await speech.listObjects()).toHaveLength(1)
})

test('an article that is withdrawn while it is read aloud has no sound', async () => {
  const id = await speech.addArticle()
  speech.server.speakWith(async ({ body }) => {
    await speech.sql`update public.articles set published = false where id = ${id}`
    return toneMp3(body.input.length / 15)
  })
  await speech.work()
  expect(await speech.findAudio(id)).toBeNull()
  expect(await speech.findTask(id)).toBeNull()
  expect(await speech.listObjects()).toEqual([])
})

test('what was paid for is kept when a model fails, which is tried again later each time and then given up', async () => {
  const id = await speech.addArticle()
  speech.server.speakWith(({ body }) =>
    body.input === TEXTS[4] ? Buffer.from('no sound at all') : toneMp3(body.input.length / 15),
  )
  for (let failures = 1; failures <= 6; failures++) {
    await speech.hurry()
    await speech.work()
    expect(await speech.findTask(id)).toMatchObject({
      failures,
      waits: true,
      isGivenUp: failures === 6,
      problem: expect.stringContaining('no MP3'),
    })
  }
  // Each of the other blocks was asked for once; the first failure may have ended some of them.
  for (const text of TEXTS.slice(0, 4))
    expect(speech.askedTexts().filter((asked) => asked === text).length).toBeLessThanOrEqual(2)
  expect(speech.askedTexts().filter((asked) => asked === TEXTS[4])).toHaveLength(6)
  speech.server.behave()
  await speech.sql`update public.articles set content = content || ' And at eight.' where id = ${id}`
  await speech.work()
  expect(await speech.findAudio(id)).toMatchObject({ is_current: true })
})

test('a used-up budget pauses it, and does not count as a failure', async () => {
  const prices = JSON.stringify([{ model: MODEL, input: 1_000_000, output: 0 }])
  await speech.sql`update private.ai_settings set prices = ${prices}::jsonb, monthly_budget = 30`
  // So many that what the first have cost is known long before the last is asked for.
  const content = Array.from({ length: 40 }, (_, n) => `Ship ${n} has come in.`).join('\n\n')
  const id = await speech.addArticle({ content })
  await speech.work()
  expect(await speech.findTask(id)).toMatchObject({
    failures: 0,
    waits: true,
    problem: expect.stringContaining('budget of this month'),
  })
  const asked = speech.askedTexts().length
  expect(asked).toBeGreaterThan(0)
  await speech.sql`update private.ai_settings set monthly_budget = null`
  await speech.hurry()
  await speech.work()
  expect(await speech.findAudio(id)).toMatchObject({ is_current: true })
  const all = speech.askedTexts()
  expect(all.length).toBeGreaterThan(asked)
  expect(new Set(all).size).toBe(all.length)
})

test('two processes do not pay twice', async () => {
  const ids = [
    await speech.addArticle({ slug: 'one' }),
    await speech.addArticle({ slug: 'two', title: 'Another' }),
  ]
  await Promise.all([speech.work(), speech.work()])
  for (const id of ids) expect(await speech.findAudio(id)).toMatchObject({ is_current: true })
  expect(speech.server.calls).toHaveLength(TEXTS.length * 2)
})

test('a model that begins to send another kind of sound makes everything anew', async () => {
  const id = await speech.addArticle()
  await speech.work()
  await speech.sql`update public.articles set content = content || ' And at eight.' where id = ${id}`
  // The same frames, said to be of 22.05 kHz, are shorter.
  const other = (text: string) => {
    const frame = toneMp3(1).subarray(0, 192)
    const padded = Buffer.concat([frame, Buffer.alloc(16)])
    padded.writeUInt8(0x80, 2)
    const next = Buffer.from(padded)
    next.writeUInt8(1, 100)
    return Buffer.concat(Array.from({ length: text.length * 3 }, (_, index) => (index % 2 ? next : padded)))
  }
  speech.server.speakWith(({ body }) => other(body.input))
  await speech.work()
  expect(await speech.findTask(id)).toMatchObject({ problem: expect.stringContaining('sampling rate') })
  await speech.hurry()
  await speech.work()
  expect(await speech.findAudio(id)).toMatchObject({ is_current: true })
})

test('an article is silent that nobody published, that was there before the model, or that is too long', async () => {
  const draft = await speech.addArticle({ published: false })
  await speech.sql`update private.ai_settings set speech = null`
  const old = await speech.addArticle({ slug: 'old' })
  await speech.setModel()
  await speech.sql`update public.articles set title = 'Changed' where id = ${old}`
  const long = await speech.addArticle({
    slug: 'long',
    content: `${'Words and words. '.repeat(60)}\n\n`.repeat(50),
  })
  const empty = await speech.addArticle({ slug: 'later', published: false })
  await speech.work()
  expect(speech.server.calls).toEqual([])
  for (const id of [draft, old, empty]) expect(await speech.findTask(id)).toBeNull()
  expect(await speech.findTask(long)).toMatchObject({
    isGivenUp: true,
    problem: expect.stringContaining('too long'),
  })
})

test('the sound comes back with its article out of the trash, and goes with it for good', async () => {
  const id = await speech.addArticle()
  await speech.work()
  await speech.sql`delete from public.articles where id = ${id}`
  expect(await speech.findAudio(id)).toMatchObject({ is_current: true })
  expect(await speech.sql`select * from public.find_article_audio(${id})`).toEqual([])
  await speech.sql`delete from public.article_trash`
  expect(await speech.findAudio(id)).toBeNull()
  expect(await speech.listObjects()).toEqual([])
})
