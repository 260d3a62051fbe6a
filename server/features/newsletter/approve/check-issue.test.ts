import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { CHECKLIST_WEIGHTS, type ChecklistFinding } from '#core/domain/newsletter-checklist.ts'
import { type CheckDeps, checkIssue } from '#server/features/newsletter/approve/check-issue.ts'
import { hashOfEnglish, readIssue } from '#server/features/newsletter/read-issue.ts'
import { createLinkChecker } from '#server/platform/links/link-checker.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { addIssue, addSubscribers, insertArticle, setSettings } from '../../../../tests/support/issues.ts'
import { startTestJobs, type TestJobs } from '../../../../tests/support/jobs.ts'

let database: TestDatabase
let jobs: TestJobs
let deps: CheckDeps
let harbour: string
let issueId: string
let asked: string[] = []

/** The other sites to which texts link. */
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  if (request.url === '/silent') return
  response.writeHead(request.url === '/fine' ? 200 : 404, { 'content-type': 'text/html' })
  response.end('<title>A page</title><p>Some words that stand on this page.</p>')
})
let elsewhere: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  database = await createTestDatabase()
  jobs = await startTestJobs(database, { works: false, smtpUrl: 'smtp://smtp.example.org' })
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await jobs.stop()
  await database.drop()
})
beforeEach(async () => {
  const { sql } = database
  asked = []
  const { siteUrl } = jobs.services
  deps = { ...jobs.services, links: createLinkChecker({ siteUrl, allowed: ['127.0.0.1'] }) }
  await emptyTables(
    sql,
    'public.articles, public.newsletter_issues, public.newsletter_subscribers, public.settings',
  )
  await setSettings(jobs.services, { newsletter_reply_to: 'desk@example.org' })
  await addSubscribers(sql, { en: 2, de: 1 })
  harbour = await insertArticle(sql, { slug: 'harbour', title: 'Harbour' })
  await insertArticle(sql, { slug: 'hafen', title: 'Hafen', language: 'de', original_article_id: harbour })
  issueId = await addIssue(sql, { articles: [harbour], languages: ['en', 'de'] })
})

const check = async (options = {}) =>
  (await checkIssue(deps, issueId, options)).map(({ code, language, detail }: ChecklistFinding) => [
    code,
    language,
    detail,
  ])
/** Changes the draft, and tests it again afterwards. */
const edit = async (change: () => Promise<unknown>) => {
  await change()
  await database.sql`update public.newsletter_issues set tested_revision = revision where id = ${issueId}`
}
const write = (content: string) =>
  edit(
    () =>
      database.sql`update public.newsletter_editions set content = ${content} where issue_id = ${issueId} and language = 'en'`,
  )

test('finds nothing in an issue that is in order', async () => {
  expect(await check()).toEqual([])
})

test('an issue that is not there cannot be checked', async () => {
  await expect(checkIssue(deps, harbour)).rejects.toThrow('There is no issue')
})

describe('of an edition it finds', () => {
  test('an empty subject and an empty content, which block, before what only asks', async () => {
    await edit(
      () => database.sql`
      update public.newsletter_editions set subject = ' ', preheader = '', content = '<p>&nbsp;</p>' where issue_id = ${issueId} and language = 'de'`,
    )
    const findings = await checkIssue(deps, issueId)
    expect(findings.map(({ code, blocks, language }) => [code, blocks, language])).toEqual(
      expect.arrayContaining([
        ['no_subject', true, 'de'],
        ['no_content', true, 'de'],
        ['no_preheader', false, 'de'],
      ]),
    )
    expect(findings.at(-1)?.blocks).toBe(false)
  })

  test('a picture without a word, of which the text part shows nothing', async () => {
    await write('<p><img src="https://aiwatch.example/a.png" alt="A harbour" />&nbsp;</p>')
    expect(await check()).toEqual([['no_text_part', 'en', null]])
    await write('<p><img src="https://aiwatch.example/a.png" alt="" /> The harbour.</p>')
    expect(await check()).toEqual([])
  })

  test('more bytes than Gmail shows', async () => {
    await write(`<p>${'Words without an end. '.repeat(5_000)}</p>`)
    expect(await check()).toEqual([['too_large', 'en', expect.stringMatching(/^1[01]\d{4}$/)]])
  })

  test('that it was changed after its test', async () => {
    await database.sql`update public.newsletter_editions set subject = 'Another' where issue_id = ${issueId} and language = 'en'`
    expect(await check()).toEqual([['no_test', null, null]])
  })

  test('that it has not been reviewed, where the settings ask for that', async () => {
    await setSettings(jobs.services, { translation_review: { de: true, fr: true } })
    expect(await check()).toEqual([['not_reviewed', 'de', null]])
    await edit(
      () => database.sql`update public.newsletter_editions set reviewed_at = now() where language = 'de'`,
    )
    expect(await check()).toEqual([])
  })

  test('that it was translated from another English text', async () => {
    const { sql } = database
    const content = await readIssue(sql, issueId)
    if (!content) throw new Error('The issue is gone')
    await sql`update public.newsletter_editions set source_hash = ${hashOfEnglish(content)} where language = 'de'`
    expect(await check()).toEqual([])
    await edit(
      () => sql`update public.newsletter_editions set introduction = 'Good evening.' where language = 'en'`,
    )
    expect(await check()).toEqual([['stale_edition', 'de', null]])
  })

  test('an article that has changed since it was translated', async () => {
    const { sql } = database
    const stale = () => sql`
      insert into public.article_translations (translation_id, original_id, language, stale_since)
      select id, ${harbour}, 'de', now() from public.articles where slug = 'hafen'
      on conflict (translation_id) do update set stale_since = now()`
    await stale()
    expect(await check()).toEqual([['stale_translation', 'de', 'Hafen']])
    await edit(() => sql`update public.newsletter_items set left_out = 'Too old' where issue_id = ${issueId}`)
    await write('<p>Words.</p>')
    expect((await check()).map(([code]) => code)).not.toContain('stale_translation')
  })
})

describe('of links it finds', () => {
  test('the dead ones of our own and of others, and asks for each once', async () => {
    const { siteUrl } = jobs.services
    await database.sql`update public.articles set slug = 'harbour-town' where id = ${harbour}`
    await write(`
      <p><a href="${siteUrl}/article/harbour-town">here</a> <a href="${siteUrl}/article/harbour">moved</a>
      <a href="${siteUrl}/article/hafen?lang=de">German</a> <a href="${siteUrl}/article/harbour-town?lang=fr">fallback</a>
      <a href="${siteUrl}/article/nowhere">gone</a> <a href="${elsewhere}/fine">fine</a> <a href="${elsewhere}/gone">gone</a>
      <a href="${elsewhere}/gone">again</a></p>`)
    expect((await check()).toSorted()).toEqual([
      ['dead_link', null, `${elsewhere}/gone`],
      ['dead_link', null, `${siteUrl}/article/nowhere`],
    ])
    expect(asked.filter((path) => path === '/gone').length).toBeLessThanOrEqual(2)
  })

  test('an article that is not published any more', async () => {
    const { siteUrl } = jobs.services
    await write(`<p><a href="${siteUrl}/article/harbour">here</a></p>`)
    await database.sql`update public.articles set published = false where slug in ('harbour', 'hafen')`
    expect(await check()).toContainEqual(['dead_link', null, `${siteUrl}/article/harbour`])
  })

  test('none that has not answered in time, and asks no private address', async () => {
    await write(`<p><a href="${elsewhere}/silent">slow</a></p>`)
    expect(await check({ timeoutMs: 50 })).toEqual([])
    deps = jobs.services
    asked = []
    await write(`<p><a href="${elsewhere}/gone">private</a></p>`)
    expect(await check()).toEqual([])
    expect(asked).toEqual([])
  })
})

describe('of those who get it, it finds', () => {
  test('that there are no recipients, which blocks', async () => {
    await database.sql`delete from public.newsletter_subscribers`
    expect(await checkIssue(deps, issueId)).toEqual([
      { code: 'no_recipients', blocks: true, language: null, detail: null },
    ])
  })

  test('that an edition has no readers, and that a language has no edition', async () => {
    await database.sql`update public.newsletter_subscribers set language = 'fr' where language = 'de'`
    expect((await check()).toSorted()).toEqual([
      ['no_edition', 'fr', '1'],
      ['nobody_in_language', 'de', null],
    ])
  })

  test('how many get nothing, because nothing in it is of the sections that they chose', async () => {
    await database.sql`update public.newsletter_subscribers set sections = '{hack}' where language = 'en'`
    await database.sql`update public.newsletter_subscribers set sections = '{news}' where language = 'de'`
    expect(await check()).toEqual([['nothing_chosen', null, '2']])
    expect(CHECKLIST_WEIGHTS.nothing_chosen).toBe('informs')
  })

  test('that some get the English edition, and there is none', async () => {
    await edit(() => database.sql`delete from public.newsletter_editions where language = 'en'`)
    const findings = await checkIssue(deps, issueId)
    expect(findings).toContainEqual({ code: 'no_content', blocks: true, language: 'en', detail: null })
  })

  test('no subscriber who has unsubscribed, has not confirmed, or whose address has bounced', async () => {
    const { sql } = database
    await sql`update public.newsletter_subscribers set is_active = false where email like 'reader-1-en%'`
    await sql`update public.newsletter_subscribers set confirmed = false, confirmed_at = null where email like 'reader-2-en%'`
    await sql`insert into private.suppressed_addresses values (private.sha256_hex('reader-1-de@example.org'), 'bounced')`
    onTestFinished(async () => void (await sql`truncate private.suppressed_addresses`))
    expect((await check()).map(([code]) => code)).toContain('no_recipients')
  })
})

describe('of what was sent before it finds', () => {
  const send = async (id: string, ago: string) => {
    const { sql } = database
    await sql`
      update public.newsletter_issues set approved_at = now(), seal = 'x', slug = '2026-11-22', status = 'approved', audience = 1
      where id = ${id}`
    await sql`update public.newsletter_issues set status = 'sending' where id = ${id}`
    await sql`update public.newsletter_issues set started_at = now() - ${ago}::interval where id = ${id}`
  }

  test.each([
    ['the same subject in a language', ['en', 'de'] as const, 'The week in AI', [], true],
    ['the same articles under another subject', ['en'] as const, 'Another title', ['harbour'], true],
    ['neither', ['en'] as const, 'Another title', [], false],
  ])('%s', async (_what, languages, subject, slugs, isFound) => {
    const articles = slugs.length > 0 ? [harbour] : []
    const other = await addIssue(database.sql, { articles, languages: [...languages], subject })
    await send(other, '5 days 23 hours')
    expect(await check()).toEqual(isFound ? [['same_issue_lately', null, `${subject} (en)`]] : [])
    await database.sql`update public.newsletter_issues set started_at = now() - interval '6 days 1 hour' where id = ${other}`
    expect(await check()).toEqual([])
  })

  test('that replies would go nowhere, before the first send only', async () => {
    await database.sql`delete from public.settings`
    await jobs.services.settings.reload()
    expect(await check()).toEqual([['no_reply_address', null, null]])
    await send(await addIssue(database.sql, { articles: [], subject: 'The first one' }), '30 days')
    expect(await check()).toEqual([])
  })
})
