import { afterAll, expect, test } from 'vitest'
import {
  arrangeNewsletterItems,
  createNewsletter,
  generateNewsletter,
  redoNewsletterItem,
  reviewNewsletterEdition,
  saveNewsletterEdition,
  saveNewsletterSummary,
  translateNewsletter,
} from '#core/data/newsletter-editing.ts'
import { findNewsletterIssue, listNewsletterIssues } from '#core/data/newsletter-issues.ts'
import { startTestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'
import { addSentNewsletter } from '../../tests/support/sent-newsletters.ts'

const app = await startTestApp()
const { sql } = app.database
const client = await app.administrator()
afterAll(() => app.stop())

async function anIssue() {
  await emptyTables(sql, 'public.articles, public.newsletter_issues')
  for (const [index, title] of ['Harbour', 'Bakery', 'Pipes'].entries()) {
    const publish_date = new Date(Date.now() - (index + 1) * 3_600_000).toISOString()
    const original = await addArticle(app.service(), anArticle({ title, publish_date }))
    if (index === 0) await addArticle(app.service(), aTranslation(original, 'de'))
  }
  const outcome = await generateNewsletter(client, {})
  if (outcome.status === 'refused') throw new Error(outcome.message)
  return outcome.data.issueId
}
async function read(id: string) {
  const found = await findNewsletterIssue(client, id)
  if (!found) throw new Error('There is no such issue')
  return found
}

test('an issue is read with its editions, its items in order, and what happened to it', async () => {
  const id = await anIssue()
  const { issue, editions, items, events } = await read(id)
  expect(issue).toMatchObject({ id, status: 'draft' })
  expect(editions).toMatchObject([{ language: 'en', origin: 'rules', subject: 'AI Watch: Harbour' }])
  expect(items.map(({ articles }) => articles.map(({ language, title }) => [language, title]))).toEqual([
    [
      ['en', 'Harbour'],
      ['de', 'Harbour (de)'],
    ],
    [['en', 'Bakery']],
    [['en', 'Pipes']],
  ])
  expect(items[0]?.summaries).toMatchObject([{ language: 'en', origin: 'rules' }])
  expect(events).toMatchObject([{ event: 'draft' }])
  expect(await findNewsletterIssue(client, '6c9de1c8-6d0a-4f9c-8a2b-0d4d9a0c1d11')).toBeNull()
})

test('issues are listed with their subjects, by status and page', async () => {
  const id = await anIssue()
  await createNewsletter(client, { another: true })
  await translateNewsletter(client, { issueId: id, languages: ['de'] })
  const all = await listNewsletterIssues(client, { statuses: [], page: 1, pageSize: 10 })
  expect(all.total).toBe(2)
  expect(all.rows.map(({ subject, languages }) => [subject, languages])).toEqual([
    ['', ['en']],
    ['AI Watch: Harbour', ['en', 'de']],
  ])
  expect(await listNewsletterIssues(client, { statuses: ['sent'], page: 1, pageSize: 10 })).toEqual({
    rows: [],
    total: 0,
  })
})

test('issues that were begun are listed with what became of their messages', async () => {
  await emptyTables(sql, 'public.newsletter_issues')
  await createNewsletter(client)
  const issueId = await addSentNewsletter(sql, { messages: { en: {} } })
  for (const status of ['sent', 'sent', 'failed', 'uncertain', 'pending'])
    await sql`
      insert into public.newsletter_deliveries (issue_id, email, language, status)
      values (${issueId}, 'ada@example.org', 'en', ${status})`
  await sql`update public.newsletter_issues set audience = 5 where id = ${issueId}`
  const { rows } = await listNewsletterIssues(client, { statuses: [], page: 1, pageSize: 10 })
  expect(new Map(rows.map(({ status, messages }) => [status, messages]))).toEqual(
    new Map([
      ['draft', null],
      ['sent', { issue_id: issueId, sent: 2, failed: 1, uncertain: 1 }],
    ]),
  )
})

test('an edition is saved as a person’s, unless another editor has saved it meanwhile', async () => {
  const issueId = await anIssue()
  const { updated_at: updatedAt } = (await read(issueId)).editions[0] ?? { updated_at: '' }
  const place = { issueId, language: 'en' as const, updatedAt }
  const saved = await saveNewsletterEdition(client, place, { subject: 'Mine' })
  expect(saved).toMatchObject({ status: 'saved', saved: { subject: 'Mine', origin: 'person' } })
  expect(await saveNewsletterEdition(client, place, { subject: 'Too late' })).toEqual({ status: 'changed' })
})

test('a summary is saved, unless it says something else by now', async () => {
  const [item] = (await read(await anIssue())).items
  const before = item?.summaries[0]?.summary ?? ''
  const place = { itemId: item?.id ?? '', language: 'en' as const, before }
  expect(await saveNewsletterSummary(client, place, 'Words, "quoted" & (long)')).toMatchObject({
    status: 'saved',
    saved: { origin: 'person' },
  })
  expect(await saveNewsletterSummary(client, place, 'Too late')).toEqual({ status: 'changed' })
  const long = 'ä'.repeat(2000)
  const again = { ...place, before: 'Words, "quoted" & (long)' }
  expect(await saveNewsletterSummary(client, again, long)).toMatchObject({ status: 'saved' })
  expect(await saveNewsletterSummary(client, { ...place, before: long }, 'Short')).toMatchObject({
    status: 'saved',
  })
})

test('items are arranged, pinned and left out', async () => {
  const id = await anIssue()
  const [first, second] = (await read(id)).items
  const changes = [
    { id: first?.id ?? '', place: { section: 'opinion' as const, position: 4, pinned: true } },
    { id: second?.id ?? '', place: { left_out: 'We had it last week' } },
  ]
  expect(await arrangeNewsletterItems(client, changes)).toMatchObject({
    status: 'saved',
    saved: [{ section: 'opinion', pinned: true }, { left_out: 'We had it last week' }],
  })
})

test('nothing of an issue that is approved can be saved', async () => {
  const issueId = await anIssue()
  const { editions, items } = await read(issueId)
  await sql`
    update public.newsletter_issues set status = 'approved', approved_at = now(), seal = 's', slug = '2026-11-15' where id = ${issueId}`
  const { updated_at: updatedAt } = editions[0] ?? { updated_at: '' }
  expect(
    await saveNewsletterEdition(client, { issueId, language: 'en', updatedAt }, { subject: 'Mine' }),
  ).toEqual({ status: 'sealed' })
  expect(await arrangeNewsletterItems(client, [{ id: items[0]?.id ?? '', place: { position: 9 } }])).toEqual({
    status: 'sealed',
  })
  expect(await redoNewsletterItem(client, { itemId: items[0]?.id ?? '', language: 'en' })).toMatchObject({
    status: 'refused',
    code: 'not_draft',
  })
})

test('a refusal comes with its sentence and its code', async () => {
  const issueId = await anIssue()
  expect(await reviewNewsletterEdition(client, { issueId, language: 'pt' })).toEqual({
    status: 'refused',
    message: 'There is no such issue any more.',
    code: 'not_found',
  })
  await expect(createNewsletter(app.anonymous())).rejects.toThrow()
})
