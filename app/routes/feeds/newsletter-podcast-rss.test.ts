import { afterAll, expect, test } from 'vitest'
import { checkPodcast } from '#core/feeds/testing/check-podcast.ts'
import { childrenOf, parseXml, textOf } from '#core/feeds/testing/parse-xml.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { startTestApp } from '../../../tests/support/app.ts'
import { addSentNewsletter } from '../../../tests/support/sent-newsletters.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { sql } = app.database

/** Says that an issue has a recording, of which nothing is asked for here. */
const addRecording = (issueId: string, language: Language) => sql`
  insert into private.newsletter_audio (issue_id, language) values (${issueId}, ${language})`
const finishRecordings = () => sql`
  update private.newsletter_audio set made_at = now(), model = 'a-voice', voice = 'mara', seconds = 90.4, bytes = 1000, parts = '[]'
  where made_at is null`

async function read(path: string): Promise<string> {
  const response = await fetch(app.url + path)
  expect(response.status).toBe(200)
  return response.text()
}

async function episodesOf(language: Language): Promise<string[]> {
  const source = await read(`/feeds/${language}/newsletter-podcast.xml`)
  expect(checkPodcast(source)).toEqual([])
  const [channel = expect.fail()] = parseXml(source).children
  return childrenOf(channel, 'item').map((item) => textOf(item, 'title'))
}

test('every language has a podcast of the newsletter, which follows what can be heard in that very language', async () => {
  for (const language of LANGUAGE_CODES) expect(await episodesOf(language)).toEqual([])
  const issueId = await addSentNewsletter(sql, {
    messages: { en: { subject: 'Audits & <b>chips</b>' }, de: { subject: 'Prüfungen' } },
  })
  const issue = '/newsletter/issues/2026-11-15'
  const link = '/feeds/en/newsletter-podcast.xml"'
  const following = [issue, '/newsletter/issues', '/tech']
  for (const path of following) expect(await read(path)).not.toContain(link)
  await addRecording(issueId, 'en')
  expect(await episodesOf('en')).toEqual([])
  await finishRecordings()
  await expect.poll(() => episodesOf('en')).toEqual(['Audits & <b>chips</b>'])
  expect(await episodesOf('de')).toEqual([])
  for (const path of following) await expect.poll(() => read(path)).toContain(link)
  const page = await read(issue)
  expect(page).toContain('A machine reads this issue aloud (speech model a-voice).')
  expect(page).toMatch(/<audio controls="" preload="none" src="\/newsletter\/audio\/[0-9a-f-]{36}\.mp3"/)
  expect(await read(`${issue}?lang=de`)).not.toContain('<audio')
  expect(await read('/newsletter/issues?lang=de')).not.toContain('newsletter-podcast.xml')
  await addRecording(issueId, 'de')
  await finishRecordings()
  await expect.poll(() => episodesOf('de')).toEqual(['Prüfungen'])

  await sql`insert into public.settings (key, value) values ('languages', '["en", "fr"]')`
  await expect
    .poll(() => fetch(`${app.url}/feeds/de/newsletter-podcast.xml`).then((r) => r.text()))
    .not.toContain('Prüfungen')
  await sql`delete from public.settings where key = 'languages'`
  await sql`delete from public.newsletter_issues where id = ${issueId}`
  await expect.poll(() => episodesOf('en')).toEqual([])
})

test.each(['/feeds/xx/newsletter-podcast.xml', '/feeds/__proto__/newsletter-podcast.xml'])(
  'there is no podcast at %s',
  async (path) => {
    expect((await fetch(app.url + path)).status).toBe(404)
  },
)
