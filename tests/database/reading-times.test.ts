import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readingTimeOf } from '#core/domain/article-reading-time.ts'
import { LANGUAGE_CODES, localizedPath } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { emptyTables } from '../support/empty-tables.ts'
import { setSettings } from '../support/settings.ts'

const WORDS = 'Words of a story. '
const LONG = WORDS.repeat(100)
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(() => emptyTables(app.database.sql, 'public.articles'))

/** An article of a program that gives no reading time, or this one. */
async function add(values: object) {
  const { reading_time: _, ...article } = anArticle({ published: false, content: LONG })
  const { data } = await app
    .service()
    .from('articles')
    .insert({ ...article, ...values } as never)
    .select('*')
    .throwOnError()
  return data[0] as { id: string; reading_time: string }
}

async function change(id: string, values: object) {
  const { data } = await app
    .service()
    .from('articles')
    .update(values as never)
    .eq('id', id)
    .select('reading_time')
    .throwOnError()
  return data[0]?.reading_time
}

test('a draft that comes without one has the default, and the time of its length once it is published', async () => {
  const { id, reading_time } = await add({})
  expect(reading_time).toBe('5 min read')
  expect(await change(id, { title: 'Another title' })).toBe('5 min read')
  expect(await change(id, { published: true })).toBe('2 min read')
  expect(await change(id, { content: LONG.repeat(2) })).toBe('4 min read')
  expect((await add({ slug: 'at-once', published: true })).reading_time).toBe('2 min read')
})

test('the default of the settings is no reading time that somebody gave', async () => {
  await setSettings(await app.administrator(), { default_reading_time: '3 min read' })
  const { id, reading_time } = await add({})
  expect(reading_time).toBe('3 min read')
  expect(await change(id, { content: WORDS })).toBe('1 min read')
})

test.each(['8 min read', 'with a film', '5 min read'])('%j stays when it was given', async (given) => {
  const { id, reading_time } = await add({ reading_time: given, published: true })
  expect(reading_time).toBe(given)
  expect(await change(id, { title: 'Another title' })).toBe(given)
  expect(await change(id, { content: WORDS, reading_time: '9 min read' })).toBe('9 min read')
  expect(await change(id, { content: LONG })).toBe('9 min read')
})

test('the database counts as the form does', async () => {
  const texts = [
    '',
    '# A\n\n| a | b |\n|---|---|\n',
    'Wörter [^1]\n\n[^1]: Note',
    LONG,
    'word '.repeat(299),
    'word '.repeat(300),
  ]
  for (const text of texts) {
    const [row] = await app.database.sql`select private.reading_time_of(${text}) as time`
    expect(row?.time, text.slice(0, 20)).toBe(readingTimeOf(text))
  }
})

test('readers find it on the article and on the front page, in their language', async () => {
  const service = app.service()
  const original = await addArticle(service, anArticle({ content: LONG, published: false }))
  for (const language of LANGUAGE_CODES.filter((code) => code !== 'en'))
    await addArticle(service, aTranslation(original, language, { content: LONG, published: false }))
  const { error } = await service.from('articles').update({ published: true }).eq('published', false)
  expect(error).toBeNull()
  const words = {
    en: 'min read',
    es: 'min de lectura',
    fr: 'min de lecture',
    de: 'Min. Lesezeit',
    it: 'min di lettura',
    pt: 'min de leitura',
  }
  const { data: rows } = await service.from('articles').select('slug, language').throwOnError()
  for (const { slug, language } of rows)
    for (const path of [articlePath({ slug, language }), localizedPath('/', language)]) {
      const html = await (await fetch(app.url + path)).text().then((text) => text.replaceAll('\u00a0', ' '))
      expect(html, path).toContain(`2 ${words[language]}`)
      expect(html, path).not.toContain(`5 ${words[language]}`)
    }
})
