import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { articleAudioPath, newsletterAudioPath } from '#core/paths.ts'
import { createAudioRoutes } from '#server/features/speech/audio-routes.ts'
import { MODEL, openSpeech } from '#server/features/speech/testing/open-speech.ts'
import { LIMITS } from '#server/platform/limits/limits.ts'
import { addSentNewsletter } from '../../../tests/support/sent-newsletters.ts'

let speech: Awaited<ReturnType<typeof openSpeech>>
const http = createServer()
let url = ''
let articleId = ''
let id = ''
beforeAll(async () => {
  speech = await openSpeech()
  http.on(
    'request',
    getRequestListener(createAudioRoutes({ ...speech.deps, limits: speech.limits, trustProxy: 1 }).fetch),
  )
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  await speech.setModel()
  articleId = await speech.addArticle({
    content: '## A --> B & 1 < 2\n\nThe end.',
    title: 'The *harbour*',
    language: 'de',
  })
  await speech.work()
  id = (await speech.findAudio(articleId))?.id
})
afterAll(async () => {
  http.closeAllConnections()
  await new Promise((resolve) => http.close(resolve))
  await speech.stop()
})

const get = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: 'manual', ...init })
const pathOf = (kind?: Parameters<typeof articleAudioPath>[1]) => articleAudioPath({ articleId, id }, kind)

test('the sound is sent whole, in parts, and not again when it is known', async () => {
  const whole = await get(pathOf())
  const bytes = Buffer.from(await whole.arrayBuffer())
  expect(whole.status).toBe(200)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-length': String(bytes.length),
    'accept-ranges': 'bytes',
    'access-control-allow-origin': '*',
  })
  expect(bytes.length).toBe((await speech.findAudio(articleId))?.bytes)
  const part = await get(pathOf(), { headers: { range: 'bytes=10-19' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`])
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true)
  const beyond = await get(pathOf(), { headers: { range: `bytes=${bytes.length}-` } })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
  const etag = whole.headers.get('etag') ?? ''
  expect((await get(pathOf(), { headers: { 'if-none-match': etag } })).status).toBe(304)
  const other = await get(pathOf(), { headers: { range: 'bytes=0-1', 'if-range': '"another"' } })
  expect(other.status).toBe(200)
  await other.arrayBuffer()
  const head = await get(pathOf(), { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
})

test('a player is told where the sound is, where its blocks begin, and who speaks', async () => {
  const response = await get(pathOf('json'))
  const audio = await response.json()
  const { parts, seconds, bytes } = (await speech.findAudio(articleId)) ?? expect.fail()
  expect(audio).toEqual({
    url: pathOf(),
    seconds,
    bytes,
    statement: `Eine Maschine liest diesen Artikel vor (Stimmmodell ${MODEL}).`,
    blocks: parts.map(({ block, start }: { block: string; start: number }) => ({ id: block, start })),
  })
  expect(audio.blocks[0].start).toBe(0)
})

test('chapters and the transcript are as their formats want them', async () => {
  const chapters = await get(pathOf('chapters.json'))
  expect(chapters.headers.get('content-type')).toBe('application/json+chapters')
  const { version, chapters: all } = await chapters.json()
  expect(version).toBe('1.2.0')
  expect(all.map(({ title }: { title: string }) => title)).toEqual(['The *harbour*', 'A --> B & 1 < 2'])
  expect(all[1].startTime).toBeGreaterThan(0)
  const transcript = await get(pathOf('vtt'))
  expect(transcript.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
  const [head, ...cues] = (await transcript.text()).trimEnd().split('\n\n')
  expect(head).toBe('WEBVTT')
  for (const cue of cues)
    expect(cue).toMatch(/^\d\d:\d\d:\d\d\.\d{3} --> \d\d:\d\d:\d\d\.\d{3}\n(?:(?!-->|<).)+$/)
})

test('lang-transcript-as-written: who reads along reads the article, with the times of what is heard', async () => {
  const article = await speech.addArticle({
    slug: 'as-written',
    title: 'OpenAI and the AI Act',
    subtitle: null,
    content: 'ChatGPT and GPT-4o cost $20 in the U.S.\n\n## LLMs in 2026\n\nSee https://example.org/a/b.',
    language: 'en',
  })
  await speech.work()
  const heard = (await speech.findAudio(article)) ?? expect.fail()
  const read = async () => (await get(articleAudioPath({ articleId: article, id: heard.id }, 'vtt'))).text()
  const cues = (await read()).trimEnd().split('\n\n').slice(1)
  expect(cues.map((cue) => cue.split('\n')[1])).toEqual([
    'OpenAI and the AI Act',
    'ChatGPT and GPT-4o cost $20 in the U.S.',
    'LLMs in 2026',
    'See https://example.org/a/b.',
  ])
  const starts = heard.parts.map(({ start }: { start: number }) => start.toFixed(3))
  expect(cues.map((cue) => /^00:00:(\S+) -->/.exec(cue)?.[1]?.replace(/^0(?=\d\.)/, ''))).toEqual(starts)
  // Says the same.
  await speech.sql`update public.articles set title = 'Open AI and the AI Act' where id = ${article}`
  await speech.work()
  expect(await read()).toContain('\nOpen AI and the AI Act\n')
  await speech.sql`update private.article_audio set parts = (select jsonb_agg(part - 'written') from jsonb_array_elements(parts) as part) where id = ${heard.id}`
  expect(await read()).toContain('\nChat G P T and G P T-4o cost 20 dollars in the U S\n')
  await speech.sql`delete from public.articles where id = ${article}`
})

test('an address of an older sound leads to the present one, and of none to nothing', async () => {
  const older = articleAudioPath({ articleId, id: '00000000-0000-4000-8000-000000000000' }, 'vtt')
  const response = await get(older)
  expect([response.status, response.headers.get('location')]).toEqual([302, pathOf('vtt')])
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  for (const path of [
    articleAudioPath({ articleId: '00000000-0000-4000-8000-000000000000', id }),
    `/article/audio/${articleId}`,
    `/article/audio/x/${id}.mp3`,
    `/article/audio/${articleId}/${id}.wav`,
    `/article/audio/${articleId}/..%2f${id}.mp3`,
    `/article/audio/${articleId}/${id}.mp3/more`,
  ])
    expect((await get(path)).status).toBe(404)
  expect((await get(pathOf(), { method: 'POST' })).status).toBe(404)
})

test('an address that asks for too many recordings waits, and no other does', async () => {
  const ask = (from: string) => get(pathOf(), { method: 'HEAD', headers: { 'x-forwarded-for': from } })
  for (let asked = 0; asked < LIMITS.recording.points; asked++)
    expect((await ask('192.0.2.1')).status).toBe(200)
  const refused = await ask('192.0.2.1')
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([429, '*'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await ask('192.0.2.2')).status).toBe(200)
  const ofIssue = newsletterAudioPath('00000000-0000-4000-8000-000000000000')
  expect((await get(ofIssue, { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(429)
})

test('what is withdrawn, or says something else by now, is not heard', async () => {
  await speech.sql`update public.articles set content = 'Something else.' where id = ${articleId}`
  for (const kind of ['mp3', 'json', 'vtt'] as const) expect((await get(pathOf(kind))).status).toBe(404)
  await speech.work()
  id = (await speech.findAudio(articleId))?.id
  expect((await get(pathOf(), { method: 'HEAD' })).status).toBe(200)
  await speech.sql`update public.articles set published = false where id = ${articleId}`
  expect((await get(pathOf())).status).toBe(404)
})

test('what is in a language that is switched off is not heard, and nothing is paid for it', async () => {
  const original = await speech.addArticle({ slug: 'harbour' })
  const german = await speech.addArticle({ slug: 'hafen', language: 'de', original_article_id: original })
  await speech.work()
  const { id: heard } = (await speech.findAudio(german)) ?? expect.fail()
  const path = articleAudioPath({ articleId: german, id: heard }, 'vtt')
  const list = () => speech.sql`select id from public.list_article_audio('de', 10)`
  expect((await get(path)).status).toBe(200)
  expect(await list()).toEqual([{ id: heard }])
  // The list leaves out the same articles as every list.
  await speech.sql`update public.articles set published = false where id = ${original}`
  expect(await list()).toEqual([])
  await speech.sql`update public.articles set published = true where id = ${original}`
  await speech.sql`insert into public.settings (key, value) values ('languages', '["en"]')`
  expect((await get(path)).status).toBe(404)
  expect(await list()).toEqual([])
  await speech.sql`delete from private.article_audio`
  expect(await speech.sql`select article_id from private.unrecorded_articles(null, 10)`).toEqual([])
  await speech.sql`delete from public.settings where key = 'languages'`
})

test('the recording of an issue is sent with its chapters and its text, and goes with its issue', async () => {
  const issueId = await addSentNewsletter(speech.sql, {
    messages: {
      de: { subject: 'A --> B', preheader: '', content: '<h2>Die Themen</h2><p>Eins & zwei.</p>' },
    },
  })
  await speech.workOnNewsletters()
  const [recording = expect.fail()] = await speech.listRecordings(issueId)
  const of = (kind?: 'chapters.json' | 'vtt') => newsletterAudioPath(recording.id, kind)
  const sound = await get(of(), { headers: { range: 'bytes=0-9' } })
  expect([sound.status, sound.headers.get('content-type')]).toEqual([206, 'audio/mpeg'])
  await sound.arrayBuffer()
  const { chapters } = await (await get(of('chapters.json'))).json()
  expect(chapters.map(({ title }: { title: string }) => title)).toEqual(['A --> B', 'Die Themen'])
  expect(await (await get(of('vtt'))).text()).toContain('Eins')
  const none = '00000000-0000-4000-8000-000000000000'
  for (const path of [
    newsletterAudioPath(none),
    of().replace('.mp3', '.json'),
    of().replace('.mp3', '.wav'),
    '/newsletter/audio/x.mp3',
    `/newsletter/audio/..%2f${recording.id}.mp3`,
    `${of()}/more`,
  ])
    expect((await get(path)).status).toBe(404)
  await speech.sql`update public.newsletter_issues set slug = '2026-11-16' where id = ${issueId}`
  expect((await get(of(), { method: 'HEAD' })).status).toBe(200)
  await speech.sql`delete from public.newsletter_issues where id = ${issueId}`
  expect((await get(of())).status).toBe(404)
})
