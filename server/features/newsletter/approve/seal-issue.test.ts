import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approveIssue } from '#server/features/newsletter/approve/approve-issue.ts'
import { verifySeal } from '#server/features/newsletter/approve/seal-issue.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import {
  addIssue,
  addSubscribers,
  insertArticle,
  readIssueRow,
  setSettings,
} from '../../../../tests/support/issues.ts'
import { startTestJobs, type TestJobs } from '../../../../tests/support/jobs.ts'

let database: TestDatabase
let jobs: TestJobs
let issueId: string
let harbour: string

beforeAll(async () => {
  database = await createTestDatabase()
  jobs = await startTestJobs(database, { works: false, smtpUrl: 'smtp://smtp.example.org' })
})
afterAll(async () => {
  await jobs.stop()
  await database.drop()
})
/** An issue about the harbour in English and German, whose English text also links to the bakery. */
beforeEach(async () => {
  const { sql } = database
  const { siteUrl } = jobs.services
  await emptyTables(
    sql,
    'public.articles, public.newsletter_issues, public.newsletter_subscribers, public.settings',
  )
  await setSettings(jobs.services, { newsletter_reply_to: 'desk@example.org' })
  await addSubscribers(sql, { en: 1, de: 1 })
  harbour = await insertArticle(sql, { slug: 'harbour', title: 'Harbour' })
  await insertArticle(sql, { slug: 'hafen', title: 'Hafen', language: 'de', original_article_id: harbour })
  await insertArticle(sql, { slug: 'port', title: 'Port', language: 'fr', original_article_id: harbour })
  const planning = await insertArticle(sql, { slug: 'planning', title: 'Planning' })
  await insertArticle(sql, { slug: 'bakery', title: 'Bakery' })
  await insertArticle(sql, { slug: 'pipes', title: 'Pipes' })
  issueId = await addIssue(sql, { articles: [harbour, planning], languages: ['en', 'de'] })
  await sql`update public.newsletter_items set left_out = 'Too old' where article_id = ${planning}`
  const content = `<p><a href="${siteUrl}/article/bakery">A bakery</a> and more.</p>`
  await sql`update public.newsletter_editions set content = ${content} where language = 'en'`
  const { revision } = await readIssueRow(sql, issueId)
  const approval = {
    issueId,
    revision,
    accepted: ['no_test'] as const,
    sendAt: null,
    pauseAfter: null,
    actor: null,
  }
  expect(await approveIssue(jobs.services, approval)).toMatchObject({ status: 'done' })
})

const verify = () => verifySeal(database.sql, jobs.services, issueId)
/** Changes what only tools that go past the triggers could. */
const force = (statement: string) =>
  database.sql.script(`begin; set local session_replication_role = replica; ${statement}; commit`)

describe('a seal is broken', () => {
  test.each([
    ['a title', `title = 'Harbour!'`],
    ['a slug', `slug = 'harbour-town'`],
    ['an excerpt', `excerpt = 'Another one.'`],
    ['a picture', `hero_image = '/demo/harbour.jpg', updated_at = now()`],
    ['a text', `content = 'Another one.'`],
    ['its publication', `published = false`],
    ['nothing but the time of a save', `updated_at = updated_at + interval '1 microsecond'`],
  ])('by %s of an article that an item links to', async (_what, change) => {
    await force(`update public.articles set ${change} where slug = 'harbour'`)
    expect(await verify()).toEqual({ intact: false, changed: ['“Harbour”'] })
  })

  test('by a translation that an edition links to, and by an article that only a text links to', async () => {
    await database.sql`update public.articles set title = title || '!' where slug in ('hafen', 'bakery')`
    const verdict = await verify()
    expect(verdict.intact).toBe(false)
    expect('changed' in verdict && verdict.changed.toSorted()).toEqual(['“Bakery”', '“Hafen” (German)'])
  })

  test('by an article that is deleted', async () => {
    await database.sql`delete from public.articles where slug = 'harbour'`
    const verdict = await verify()
    expect('changed' in verdict && verdict.changed.toSorted()).toEqual([
      'the selection of articles',
      '“Hafen” (German)',
      '“Harbour”',
    ])
  })

  test.each([
    [
      'an edition',
      `update public.newsletter_editions set subject = 'Buy now' where language = 'de'`,
      'the German edition',
    ],
    [
      'a summary',
      `update public.newsletter_summaries set summary = 'Buy now' where language = 'en'`,
      'the selection of articles',
    ],
    ['an item', `update public.newsletter_items set left_out = null`, 'the selection of articles'],
    [
      'a message',
      `update public.newsletter_messages set html = html || '!' where language = 'en'`,
      'the English message',
    ],
    [
      'a message that is gone',
      `delete from public.newsletter_messages where language = 'de'`,
      'the German message',
    ],
    [
      'a message that was not there',
      `insert into public.newsletter_messages select issue_id, 'fr', subject, preheader, html, body_text, content
        from public.newsletter_messages where language = 'en'`,
      'the French message',
    ],
    ['the counting of clicks', `update public.newsletter_issues set counts_clicks = true`, 'the issue'],
    ['its pictures', `update public.newsletter_issues set shows_pictures = true`, 'the issue'],
    ['its address', `update public.newsletter_issues set slug = '2020-01-05'`, 'the issue'],
    ['the seal', `update public.newsletter_issues set seal = repeat('0', 64)`, 'the approval'],
    ['the parts', `update private.newsletter_approvals set parts = '[]'`, 'the approval'],
    ['an approval that is gone', `delete from private.newsletter_approvals`, 'the approval'],
  ])('by a change of %s', async (_what, statement, name) => {
    await force(statement)
    expect(await verify()).toEqual({ intact: false, changed: [name] })
  })
})

test('a seal stays valid when only parts change that are not sent', async () => {
  const { sql } = database
  await sql`update public.articles set title = title || '!' where slug in ('port', 'planning', 'pipes')`
  await sql`update public.articles set featured = true where slug = 'harbour'`
  await force(`update public.articles set category = 'hack' where slug = 'harbour'`)
  const sections = ['business', 'tech', 'opinion', 'news'].map((slug) => ({ slug }))
  const moved = [...sections, { slug: 'garden', was: 'hack', names: { en: 'Garden' } }]
  const save = (categories: object[], retired = {}) =>
    sql`select public.save_categories(${JSON.stringify(categories)}::jsonb, ${JSON.stringify(retired)}::jsonb)`
  await save(moved)
  const category = () => sql`select category from public.articles where slug = 'harbour'`
  expect(await category()).toEqual([{ category: 'garden' }])
  await save(sections, { garden: 'tech' })
  expect(await category()).toEqual([{ category: 'tech' }])
  await insertArticle(sql, { slug: 'porto', title: 'Porto', language: 'it', original_article_id: harbour })
  await addSubscribers(sql, { it: 3 })
  await sql`update public.newsletter_issues set held_reason = 'Somebody wants to look at it.', pause_after = 50`
  await setSettings(jobs.services, { newsletter_time: '10:00' })
  expect(await verify()).toEqual({ intact: true })
})
