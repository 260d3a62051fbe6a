import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BY_HAND, openReviews, PARAGRAPH } from '#server/features/translation/review/testing/open-reviews.ts'
import { sentences } from '../support/audit.ts'

let reviews: Awaited<ReturnType<typeof openReviews>>
let who: string
beforeAll(async () => {
  reviews = await openReviews()
  const [user] = await reviews.sql<
    [{ email: string }]
  >`select email from auth.users where id = ${reviews.userId}`
  who = user.email
})
afterAll(() => reviews.stop())
beforeEach(() => reviews.reset())

/** Returns the sentences of the log since the last call. */
async function said(): Promise<string[]> {
  const all = await sentences(reviews.sql)
  await reviews.sql`truncate public.audit_log`
  return all
}

test('a translation has an entry when it is asked for, made, changed by hand, approved and published', async () => {
  const { sql, addHarbour, translate, read, save, waitFor } = reviews
  const id = await addHarbour()
  await said()
  await translate(id)
  expect(await said()).toEqual([
    `${who} had “The harbour opens” translated into German`,
    'The site published “de: The harbour opens” (German)',
  ])
  const changed = await save(await read(id), { texts: new Map([[PARAGRAPH, BY_HAND.get(PARAGRAPH) ?? '']]) })
  expect([changed.body.status, await said()]).toEqual([
    'published',
    [`${who} changed “de: The harbour opens” (German)`],
  ])
  await save(await read(id), { approvesAll: true })
  expect(await said()).toEqual([`${who} approved the translation “de: The harbour opens” (German)`])
  await save(await read(id), { approvesAll: true })
  expect(await said()).toEqual([])

  await sql`delete from public.articles where id = ${id}`
  await waitFor(['de'])
  const other = await addHarbour({ slug: 'other' })
  await said()
  await translate(other)
  expect(await said()).toEqual([`${who} had “The harbour opens” translated into German`])
  await save(await read(other), { approvesAll: true })
  expect(await said()).toEqual([
    `${who} approved and published the translation “de: The harbour opens” (German)`,
  ])
})

test('translations that are made again together have one entry for the request', async () => {
  const { addHarbour, call } = reviews
  const ids = [await addHarbour(), await addHarbour({ slug: 'second' })]
  await said()
  const translations = ids.flatMap((articleId) => ['de', 'fr'].map((language) => ({ articleId, language })))
  expect((await call('queue-translations', { translations })).status).toBe(200)
  expect((await said())[0]).toBe(`${who} had 2 articles translated into French, German`)
  const nobody = await call('queue-translations', { translations }, { authorization: '' })
  expect(nobody.status).toBe(401)
  await call('queue-translations', { translations: [{ articleId: randomUUID(), language: 'xx' }] })
  expect((await said()).filter((sentence) => sentence.startsWith(who))).toEqual([])
})
