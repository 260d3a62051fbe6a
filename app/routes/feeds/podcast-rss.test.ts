import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { checkPodcast } from '#core/feeds/testing/check-podcast.ts'
import { childrenOf, parseXml, textOf } from '#core/feeds/testing/parse-xml.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { startTestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../../tests/support/articles.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { sql } = app.database

/** Says that an article has a recording, of which nothing is asked for here. */
async function addAudio(articleId: string): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into private.article_audio (article_id, id, model, voice, seconds, bytes, parts)
    values (${articleId}, ${id}, 'a-voice', 'mara', 90.4, 1000, '[]')`
  return id
}

async function episodesOf(language: Language): Promise<string[]> {
  const response = await fetch(`${app.url}/feeds/${language}/podcast.xml`)
  expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  const source = await response.text()
  expect(checkPodcast(source)).toEqual([])
  const [channel = expect.fail()] = parseXml(source).children
  return childrenOf(channel, 'item').map((item) => textOf(item, 'title'))
}

const hasLink = async (path: string) => (await (await fetch(app.url + path)).text()).includes('/podcast.xml"')

test('every language has a podcast, valid and empty while nothing can be heard, and follows what can', async () => {
  for (const language of LANGUAGE_CODES) expect(await episodesOf(language)).toEqual([])
  const harbour = await addArticle(
    app.service(),
    anArticle({ title: 'Chips & <b>audits</b>', slug: 'chips' }),
  )
  const german = await addArticle(app.service(), aTranslation(harbour, 'de'))
  expect(await hasLink('/article/chips')).toBe(false)
  const id = await addAudio(harbour.id)
  await expect.poll(() => episodesOf('en')).toEqual(['Chips & <b>audits</b>'])
  expect(await episodesOf('de')).toEqual([])
  await expect.poll(() => hasLink('/article/chips')).toBe(true)
  const page = await (await fetch(`${app.url}/article/chips`)).text()
  expect(page).toContain(`data-audio="/article/audio/${harbour.id}/${id}.mp3"`)
  await addAudio(german.id)
  await expect.poll(() => episodesOf('de')).toHaveLength(1)

  // A text that has changed is not heard.
  await sql`update public.articles set content = 'Something else.' where id = ${harbour.id}`
  await expect.poll(() => episodesOf('en')).toEqual([])
  await expect.poll(() => hasLink('/article/chips')).toBe(false)
  await sql`update public.articles set published = false where id = ${german.id}`
  await expect.poll(() => episodesOf('de')).toEqual([])
})

test.each(['/feeds/xx/podcast.xml', '/feeds/__proto__/podcast.xml'])(
  'there is no podcast at %s',
  async (path) => {
    expect((await fetch(app.url + path)).status).toBe(404)
  },
)
