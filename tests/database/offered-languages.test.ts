import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../support/app.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { addSentNewsletter } from '../support/sent-newsletters.ts'
import { setSettings } from '../support/settings.ts'

const app = await startTestApp()
const { sql } = app.database
afterAll(() => app.stop())
beforeEach(async () => {
  await sql`delete from public.settings where key = 'languages'`
  await sql`delete from public.articles`
  await sql`delete from public.translation_runs`
  await sql`delete from public.newsletter_subscribers`
})

const switchOff = (...codes: string[]) =>
  setSettings(app.service(), {
    languages: (['en', 'es', 'fr', 'de', 'it', 'pt'] as const).filter((code) => !codes.includes(code)),
  })
const addSubscriber = (email: string, language: string) => sql`
  insert into public.newsletter_subscribers (email, language, confirmed, is_active) values (${email}, ${language}, true, true)`

test('translations that wait, run or are paused are cancelled with their language, and no others', async () => {
  const { id } = await addArticle(app.service(), anArticle())
  const other = await addArticle(app.service(), anArticle({ slug: 'other' }))
  const third = await addArticle(app.service(), anArticle({ slug: 'third' }))
  await sql`
    insert into public.translation_runs (article_id, language, status, ended_at) values
      (${id}, 'es', 'queued', null), (${other.id}, 'es', 'running', null), (${third.id}, 'es', 'paused', null),
      (${id}, 'de', 'running', null), (${id}, 'it', 'succeeded', now())`
  await switchOff('es', 'it')
  expect(
    await sql`select language, status, count(*)::int as runs from public.translation_runs group by 1, 2 order by 1, 2`,
  ).toEqual([
    { language: 'de', status: 'running', runs: 1 },
    { language: 'es', status: 'cancelled', runs: 3 },
    { language: 'it', status: 'succeeded', runs: 1 },
  ])
})

test('its subscribers get the English edition, and keep what they chose', async () => {
  await addSubscriber('eva@example.org', 'es')
  await addSubscriber('uwe@example.org', 'de')
  await switchOff('es')
  const recipients = () => sql`select email, language from private.newsletter_recipients order by email`
  expect(await recipients()).toEqual([
    { email: 'eva@example.org', language: 'en' },
    { email: 'uwe@example.org', language: 'de' },
  ])
  await switchOff()
  expect(await recipients()).toContainEqual({ email: 'eva@example.org', language: 'es' })
})

test.each(['es', 'xx', '', 'EN', "en'; drop table articles; --"])(
  'who signs up in %j subscribes in English',
  async (language) => {
    await switchOff('es')
    await app
      .anonymous()
      .rpc('subscribe_newsletter', { p_email: 'eva@example.org', p_language: language })
      .throwOnError()
    expect(await sql`select language from public.newsletter_subscribers`).toEqual([{ language: 'en' }])
  },
)

test('the archive of newsletters shows nothing in it', async () => {
  await addSentNewsletter(sql, { messages: { en: { subject: 'Hello' }, es: { subject: 'Hola' } } })
  await switchOff('es')
  const { data: found } = await app
    .anonymous()
    .rpc('find_published_newsletter', { p_slug: '2026-11-15', p_language: 'es' })
  expect(found).toMatchObject([{ language: 'en', subject: 'Hello', languages: ['en'] }])
  const { data: listed } = await app.anonymous().rpc('list_published_newsletters', { p_language: 'es' })
  expect(listed).toMatchObject([{ language: 'en', languages: ['en'] }])
})

test('an administrator is told what there is in a language', async () => {
  const original = await addArticle(app.service(), anArticle())
  await addArticle(app.service(), aTranslation(original, 'es'))
  const other = await addArticle(app.service(), anArticle({ slug: 'other' }))
  await addArticle(app.service(), aTranslation(other, 'es', { slug: 'otra', published: false }))
  await addSubscriber('eva@example.org', 'es')
  await sql`insert into public.translation_runs (article_id, language) values (${original.id}, 'es')`
  const admin = await app.administrator()
  const { data } = await admin.rpc('count_in_language', { p_language: 'es' }).throwOnError()
  expect(data).toEqual({ published: 1, drafts: 1, under_way: 1, subscribers: 1, editions: 0 })
  const { data: none } = await admin.rpc('count_in_language', { p_language: 'xx' }).throwOnError()
  expect(none).toEqual({ published: 0, drafts: 0, under_way: 0, subscribers: 0, editions: 0 })
})

test('editors go on writing in it, and readers get that when it comes back', async () => {
  const original = await addArticle(app.service(), anArticle({ slug: 'harbour' }))
  await switchOff('es')
  const admin = await app.administrator()
  const translation = aTranslation(original, 'es', { slug: 'puerto' })
  await admin.from('articles').insert(translation).throwOnError()
  await admin.from('articles').update({ title: 'El puerto' }).eq('slug', 'puerto').throwOnError()
  const seen = () => app.anonymous().from('articles').select('title').eq('slug', 'puerto')
  expect((await seen()).data).toEqual([])
  await switchOff()
  expect((await seen()).data).toEqual([{ title: 'El puerto' }])
})

test('nothing is translated into it by request', async () => {
  const original = await addArticle(app.service(), anArticle())
  await switchOff('es')
  const admin = await app.administrator()
  for (const [name, body] of [
    ['translate-article', { articleId: original.id, targetLanguages: ['es'] }],
    ['queue-translations', { translations: [{ articleId: original.id, language: 'es' }] }],
  ] as const) {
    const { error } = await admin.functions.invoke(name, { body })
    expect([name, error?.context?.status]).toEqual([name, 409])
  }
  expect(await sql`select from public.translation_runs`).toEqual([])
})
