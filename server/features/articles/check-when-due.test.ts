import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { checkArticle } from '#core/check/check-article.ts'
import { NOTHING_KNOWN } from '#core/check/checked-article.ts'
import { STALE_TRANSLATION } from '#core/domain/article-schedule.ts'
import { publishDue } from '#server/features/articles/publish-scheduled.ts'
import { createLinkChecker } from '#server/platform/links/link-checker.ts'
import { createAdministrator } from '../../../tests/support/accounts.ts'
import { anArticle, aTranslation } from '../../../tests/support/articles.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { emptyTables } from '../../../tests/support/empty-tables.ts'
import { rowsOf } from '../../../tests/support/fragments.ts'
import { startTestJobs, type TestJobs, untilJobsAreDone } from '../../../tests/support/jobs.ts'
import { mailsInOutbox } from '../../../tests/support/subscribers.ts'

const NORA = 'nora@example.org'
const PLACEHOLDER = { content: 'She said [insert quote here] and left.' }

let database: TestDatabase
let jobs: TestJobs
beforeAll(async () => {
  database = await createTestDatabase()
  jobs = await startTestJobs(database, { works: false })
  await createAdministrator(database.sql, NORA, 'a long enough password')
})
afterAll(async () => {
  await jobs.stop()
  await database.drop()
})
beforeEach(() =>
  emptyTables(
    database.sql,
    'public.articles, public.article_revisions, public.article_translations, public.outbox_mails, public.mail_deliveries',
  ),
)

async function insert(row: object): Promise<string> {
  const [article] = await database.sql`insert into public.articles ${rowsOf(row)} returning id`
  return article?.id
}
const draft = (overrides = {}) => insert(anArticle({ slug: 'harbour', published: false, ...overrides }))
const schedule = (id: string, accepted: string[] = []) => database.sql`
  insert into public.article_schedules (article_id, publish_at, zone, accepted)
  values (${id}, now() - interval '1 second', 'Europe/Zurich', ${JSON.stringify(accepted)}::jsonb)`
const run = (links = jobs.services.links) => publishDue({ ...jobs.services, links })
async function outcome(slug = 'harbour') {
  const [row] = await database.sql`
    select status, reason, published from public.articles
    join public.article_schedules on article_id = articles.id where slug = ${slug}`
  return row
}
/** Returns the mails that were sent, once a worker has done what is enqueued. */
async function mails() {
  const worker = await startTestJobs(database)
  await untilJobsAreDone(database.sql)
  await worker.stop()
  return mailsInOutbox(database.sql, NORA)
}

/** A site that the text links to; requests lead to it alone. */
async function startSite(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`,
    links: createLinkChecker({ siteUrl: 'https://watch.example', allowed: ['127.0.0.1'] }),
  }
}

describe('what the check finds when an article is due', () => {
  test('stops it, with the reason for the desk and a mail that leads to it', async () => {
    await schedule(await draft({ title: 'Harbour town', ...PLACEHOLDER }))
    await run()
    expect(await outcome()).toEqual({
      status: 'failed',
      published: false,
      reason: 'check: a placeholder (“[insert quote here]”)',
    })
    const [mail] = await mails()
    expect(mail?.subject).toContain('An article was not published')
    for (const words of ['Harbour town', 'insert quote here', '/admin/articles/edit/harbour'])
      expect(mail?.html).toContain(words)
  })

  test('does not stop what an editor accepted when scheduling, or let stand', async () => {
    const [found] = checkArticle(anArticle(PLACEHOLDER), NOTHING_KNOWN)
    if (!found) throw new Error('Nothing is found')
    await schedule(await draft(PLACEHOLDER), [found.id])
    const id = await draft({ slug: 'stands', ...PLACEHOLDER })
    await database.sql`
      insert into public.article_check_overrides (article_id, finding, reason) values (${id}, ${found.id}, 'A quote')`
    await schedule(id)
    await run()
    expect(await outcome()).toMatchObject({ status: 'published' })
    expect(await outcome('stands')).toMatchObject({ status: 'published' })
    expect(await mails()).toEqual([])
  })

  test('stops it when it was written after what was accepted', async () => {
    const [found] = checkArticle(anArticle(PLACEHOLDER), NOTHING_KNOWN)
    await schedule(await draft({ content: `${PLACEHOLDER.content} TODO: check this.` }), [found?.id ?? ''])
    await run()
    expect((await outcome())?.reason).toMatch(/^check: a placeholder \(“TODO/)
  })

  test('is about what was saved last: a save during the check is checked again', async () => {
    const site = await startSite(async (_, response) => {
      await database.sql`update public.articles set content = ${PLACEHOLDER.content} where slug = 'harbour'`
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>A page</h1>')
    })
    await schedule(await draft({ content: `See [the page](${site.address}).` }))
    await run(site.links)
    expect(await outcome()).toMatchObject({ status: 'failed', published: false })
  })
})

describe('a link', () => {
  test('that has died since it was scheduled stops the article', async () => {
    const site = await startSite((_, response) => response.writeHead(404).end())
    await schedule(await draft({ content: `See [the page](${site.address}).` }))
    await run(site.links)
    expect((await outcome())?.reason).toBe(`check: a link that leads nowhere (“${site.address}”)`)
  })

  test('that does not answer does not, and holds up the article for a few seconds only', async () => {
    const site = await startSite(() => {})
    await schedule(await draft({ content: `See [the page](${site.address}).` }))
    const began = Date.now()
    await run(site.links)
    expect(Date.now() - began).toBeLessThan(15_000)
    expect(await outcome()).toMatchObject({ status: 'published' })
  })

  test('to a draft of ours stops it, one to a published article does not', async () => {
    await draft({ slug: 'draft' })
    await draft({ slug: 'live', published: true })
    await schedule(await draft({ slug: 'wrong', content: 'See [it](/article/draft).' }))
    await schedule(await draft({ slug: 'right', content: 'See [it](/article/live).' }))
    await run()
    expect(await outcome('wrong')).toMatchObject({ status: 'failed' })
    expect(await outcome('right')).toMatchObject({ status: 'published' })
  })
})

describe('a translation that is behind its original', () => {
  async function addStale(original: string, language: 'de' | 'fr') {
    const row = { ...anArticle({ slug: 'harbour' }), id: original }
    const id = await insert(aTranslation(row, language, { published: false, slug: `harbour-${language}` }))
    await database.sql`
      insert into public.article_translations (translation_id, original_id, language, stale_since)
      values (${id}, ${original}, ${language}, now())`
    return id
  }

  test('stays a draft when its original is published, and a mail says which', async () => {
    const id = await draft()
    await addStale(id, 'de')
    await schedule(id)
    await run()
    const rows = await database.sql`select slug, published from public.articles order by slug`
    expect(rows).toEqual([
      { slug: 'harbour', published: true },
      { slug: 'harbour-de', published: false },
    ])
    const [mail] = await mails()
    expect(mail?.subject).toContain('Translations were not published')
    expect(mail?.html).toContain('German')
  })

  test('is not published at a time of its own, unless an editor wanted it so', async () => {
    const id = await draft({ published: true })
    await schedule(await addStale(id, 'de'))
    await schedule(await addStale(id, 'fr'), [STALE_TRANSLATION])
    await run()
    expect(await outcome('harbour-de')).toMatchObject({
      status: 'failed',
      reason: 'check: the original says something else by now',
    })
    expect(await outcome('harbour-fr')).toMatchObject({ status: 'published' })
  })

  test('is not published when its original has changed again since an editor wanted it so', async () => {
    const id = await draft({ published: true })
    await schedule(await addStale(id, 'de'), [STALE_TRANSLATION])
    await database.sql`update public.articles set content = 'It was all different.' where id = ${id}`
    await run()
    expect(await outcome('harbour-de')).toMatchObject({ status: 'failed', published: false })
  })

  test('is published when its original has only been published since', async () => {
    const id = await draft()
    await schedule(await addStale(id, 'de'), [STALE_TRANSLATION])
    await database.sql`update public.articles set published = true where id = ${id}`
    await run()
    expect(await outcome('harbour-de')).toMatchObject({ status: 'published' })
  })
})
