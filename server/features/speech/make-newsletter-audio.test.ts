import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { IssueRecordings } from '#core/domain/newsletter-issue.ts'
import { MODEL, openSpeech } from '#server/features/speech/testing/open-speech.ts'
import { toneMp3 } from '../../../tests/mocks/tone-mp3.ts'
import { addSentNewsletter } from '../../../tests/support/sent-newsletters.ts'
import { addPerson, asPerson } from '../../../tests/support/sessions-of-roles.ts'

let speech: Awaited<ReturnType<typeof openSpeech>>
beforeAll(async () => {
  speech = await openSpeech()
})
afterAll(() => speech.stop())
beforeEach(() => speech.setModel())
afterEach(() => speech.reset())

const MESSAGES = {
  en: { subject: 'Audits', preheader: '', content: '<p>Good morning.</p><h2>Top stories</h2><p>One.</p>' },
  de: { subject: 'Prüfungen', preheader: '', content: '<p>Guten Morgen.</p>' },
}
const addIssue = (more: Partial<Parameters<typeof addSentNewsletter>[1]> = {}) =>
  addSentNewsletter(speech.sql, { messages: MESSAGES, ...more })

test('an issue is read aloud in each of its languages when its sending begins, and not before', async () => {
  const id = await addIssue({ startedAt: null })
  await speech.workOnNewsletters()
  expect([await speech.listRecordings(id), speech.askedTexts()]).toEqual([[], []])
  await speech.sql`update public.newsletter_issues set status = 'sending', audience = 0 where id = ${id}`
  await speech.workOnNewsletters()
  const recordings = await speech.listRecordings(id)
  expect(recordings).toMatchObject([
    { language: 'de', model: MODEL, voice: 'mara', problem: null },
    { language: 'en', model: MODEL, voice: 'mara', problem: null },
  ])
  expect(recordings[1]?.parts.map(({ text }: { text: string }) => text)).toEqual([
    'Audits',
    'Good morning.',
    'Top stories',
    'One.',
  ])
  const objects = await speech.listObjects()
  expect(objects.map(({ name }) => name).toSorted()).toEqual(
    recordings.map((recording) => `${recording.id}.mp3`).toSorted(),
  )
  const version = objects.find(({ name }) => name === `${recordings[0]?.id}.mp3`)?.version ?? ''
  const file = (await speech.readFile(version)) ?? expect.fail()
  expect(file.toString('utf8')).toContain(`Eine Maschine liest diese Ausgabe vor (Stimmmodell ${MODEL}).`)
  expect(file.toString('latin1')).toContain('trainedAlgorithmicMedia')
  expect(await speech.sql`select from private.newsletter_audio_parts`).toEqual([])
  const listed = await speech.sql`select slug, language, subject from public.list_newsletter_audio('de', 10)`
  expect(listed).toEqual([{ slug: '2026-11-15', language: 'de', subject: 'Prüfungen' }])

  await speech.sql`delete from public.newsletter_issues where id = ${id}`
  expect(await speech.listObjects()).toEqual([])
})

test('a message that is replaced is silent until it is read anew', async () => {
  const id = await addIssue()
  await speech.workOnNewsletters()
  const [before] = await speech.listRecordings(id)
  await speech.sql`delete from public.newsletter_messages where issue_id = ${id} and language = 'de'`
  expect(await speech.sql`select from public.find_newsletter_audio('2026-11-15', 'de')`).toEqual([])
  await speech.sql`
    insert into public.newsletter_messages (issue_id, language, subject, preheader, html, body_text, content)
    values (${id}, 'de', 'Prüfungen', '', '', '', '<p>Guten Abend.</p>')`
  await speech.workOnNewsletters()
  const [after] = await speech.listRecordings(id)
  expect(after?.id).not.toBe(before?.id)
  expect(after?.parts.map(({ text }: { text: string }) => text)).toEqual(['Prüfungen', 'Guten Abend.'])
  expect(await speech.listObjects()).toHaveLength(2)
})

test('a message that is replaced while it is read aloud has no recording of the former one', async () => {
  const id = await addIssue({ messages: { de: MESSAGES.de } })
  let isReplaced = false
  speech.server.speakWith(async ({ body }) => {
    if (!isReplaced) {
      isReplaced = true
      await speech.sql`delete from public.newsletter_messages where issue_id = ${id}`
      await speech.sql`
        insert into public.newsletter_messages (issue_id, language, subject, preheader, html, body_text, content)
        values (${id}, 'de', 'Neu', '', '', '', '<p>Ganz anders.</p>')`
    }
    return toneMp3(body.input.length / 15)
  })
  await speech.workOnNewsletters()
  const [recording] = await speech.listRecordings(id)
  expect(recording?.parts.map(({ text }: { text: string }) => text)).toEqual(['Neu', 'Ganz anders.'])
  expect(await speech.listObjects()).toHaveLength(1)
})

test('what was paid for is kept when a model fails, which is given up after the sixth time, until the model changes', async () => {
  const id = await addIssue({ messages: { de: MESSAGES.de } })
  speech.server.speakWith(({ body }) =>
    body.input === 'Guten Morgen.' ? Buffer.from('no sound at all') : toneMp3(body.input.length / 15),
  )
  for (let failures = 1; failures <= 6; failures++) {
    await speech.hurry()
    await speech.workOnNewsletters()
    expect(await speech.listRecordings(id)).toMatchObject([
      { failures, made_at: null, is_given_up: failures === 6 },
    ])
  }
  expect(speech.askedTexts().filter((text) => text === 'Prüfungen')).toHaveLength(1)
  speech.server.behave()
  await speech.hurry()
  await speech.workOnNewsletters()
  expect(await speech.listRecordings(id)).toMatchObject([{ made_at: null }])
  await speech.setModel({ voice: 'nora' })
  await speech.workOnNewsletters()
  expect(await speech.listRecordings(id)).toMatchObject([{ voice: 'nora', made_at: expect.anything() }])
})

test('a used-up budget lets it wait, and does not count as a failure', async () => {
  const prices = JSON.stringify([{ model: MODEL, input: 1_000_000, output: 0 }])
  await speech.sql`update private.ai_settings set prices = ${prices}::jsonb, monthly_budget = 1`
  const id = await addIssue({ messages: { en: MESSAGES.en } })
  await speech.workOnNewsletters()
  expect(await speech.listRecordings(id)).toMatchObject([
    {
      failures: 0,
      waits: true,
      is_given_up: false,
      problem: expect.stringContaining('budget of this month'),
    },
  ])
  expect(speech.server.calls.length).toBeLessThan(4)
  await speech.sql`update private.ai_settings set monthly_budget = null`
  await speech.hurry()
  await speech.workOnNewsletters()
  expect(await speech.listRecordings(id)).toMatchObject([{ made_at: expect.anything() }])
  expect(speech.server.calls).toHaveLength(4)
})

test('two processes do not pay twice', async () => {
  const id = await addIssue()
  await Promise.all([speech.workOnNewsletters(), speech.workOnNewsletters()])
  expect(await speech.listRecordings(id)).toMatchObject([{ failures: 0 }, { failures: 0 }])
  expect(new Set(speech.askedTexts()).size).toBe(speech.askedTexts().length)
})

test('an issue is silent that was sent before there was a model, that is of the demo or of an import, or that is too long', async () => {
  await speech.sql`update private.ai_settings set speech = null`
  const early = await addIssue({ slug: '2026-11-01' })
  await speech.setModel()
  const demo = await addIssue({ slug: '2026-11-08', startedAt: null })
  await speech.sql`update public.newsletter_issues set origin = 'demo' where id = ${demo}`
  await speech.sql`update public.newsletter_issues set status = 'sending', audience = 0 where id = ${demo}`
  const long = await addIssue({ messages: { en: { content: `<p>${'Word. '.repeat(100)}</p>`.repeat(100) } } })
  await speech.workOnNewsletters()
  expect(await speech.listRecordings(early)).toEqual([])
  expect(await speech.listRecordings(demo)).toEqual([])
  expect(await speech.listRecordings(long)).toMatchObject([
    { is_given_up: true, problem: expect.stringMatching(/^This issue is too long/) },
  ])
  expect(speech.server.calls).toEqual([])
})

test('who makes newsletters sees what is silent or was given up, and has it read aloud', async () => {
  await speech.sql`update private.ai_settings set speech = null`
  const id = await addIssue()
  const editor = await addPerson(speech.sql, { name: 'nora', role: 'newsletter' })
  const read = () =>
    asPerson(speech.sql, editor, async (transaction) => {
      const [row] = await transaction<{ answer: IssueRecordings }[]>`
        select public.read_issue_recordings(${id}) as answer`
      return row?.answer ?? expect.fail()
    })
  const make = () =>
    asPerson(speech.sql, editor, async (transaction) => {
      const [row] = await transaction`select public.make_issue_recordings(${id}) as answer`
      return row?.answer
    })
  const states = async () => {
    const { has_model, rows } = await read()
    return [has_model, ...rows.map(({ language, state }) => `${language}: ${state}`)]
  }
  expect(await states()).toEqual([false, 'en: silent', 'de: silent'])
  await expect(make()).rejects.toThrow('No speech model is set up.')
  await speech.setModel()
  expect(await make()).toEqual({ begun: 2 })
  expect(await states()).toEqual([true, 'en: waiting', 'de: waiting'])
  expect(await make()).toEqual({ begun: 0 })
  await speech.sql`update private.newsletter_audio set due_at = 'infinity', failures = 6 where language = 'de'`
  await speech.workOnNewsletters()
  expect(await states()).toEqual([true, 'en: made', 'de: failed'])
  expect(await make()).toEqual({ begun: 1 })
  await speech.workOnNewsletters()
  expect(await states()).toEqual([true, 'en: made', 'de: made'])
  const said =
    await speech.sql`select action, details from public.audit_log where action = 'read_newsletter_aloud' order by id`
  expect(said.map(({ details }) => details)).toEqual([{ messages: 2 }, { messages: 1 }])
})
