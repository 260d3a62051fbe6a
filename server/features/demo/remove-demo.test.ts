import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { removeDemo as askToRemove, readDemo } from '#core/data/demo.ts'
import { readDemoFiles } from '#server/features/demo/demo-files.ts'
import { readDemoState, removeDemo } from '#server/features/demo/remove-demo.ts'
import { demoPictureAddress, seedDemo, seedDemoPictures } from '#server/features/demo/seed-demo.ts'
import { seedDemoIssues } from '#server/features/demo/seed-demo-issues.ts'
import { sendContent } from '#server/features/newsletter/send/send-content.ts'
import { withAdvisoryLock } from '#server/platform/database/advisory-lock.ts'
import { purgeUnusedFiles } from '#server/supabase/storage/unused-files.ts'
import { ADMIN, startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addIssue, addSubscribers, insertArticle } from '../../../tests/support/issues.ts'
import { startTestJobs, type TestJobs } from '../../../tests/support/jobs.ts'
import { untilSomebodyWaits } from '../../../tests/support/lock-waits.ts'
import { saveRows } from '../../../tests/support/saved-rows.ts'

const SLUG = 'the-case-for-boring-ai'
const NOTHING = { stories: 0, articles: 0, issues: 0, settings: 0, pictures: 0 }
let app: TestApp
let jobs: TestJobs
let all: { stories: number; articles: number }
let restore: () => Promise<void>

beforeAll(async () => {
  app = await startTestApp()
  jobs = await startTestJobs(app.database, { storageDir: app.storageDir, works: false })
  const { originals, translations } = await readDemoFiles()
  all = { stories: originals.length, articles: originals.length + translations.length }
  await seedDemoPictures(jobs.services)
  await seedDemo(app.database.sql)
  await seedDemoIssues(jobs.services, new Date())
  await app.database.sql`truncate public.audit_log`
  restore = await saveRows(app.database.sql)
})
afterAll(async () => {
  await jobs.stop()
  await app.stop()
})
// The first test has what was seeded, and is the only one that looks at pages and files.
afterEach(() => restore())

const remove = () => app.database.sql.transaction((session) => removeDemo(session))
const count = async (table: string) =>
  Number((await app.database.sql.run(`select count(*) from ${table}`)).rows[0]?.count)
const idOf = async (slug = SLUG, language = 'en') => {
  const [row] = await app.database.sql<{ id: string }[]>`
    select id from public.articles where slug = ${slug} and language = ${language}`
  return row?.id ?? ''
}
/** Deletes an article with its translations and brings it back as a draft. */
async function moveThroughTrash(id: string, slug?: string): Promise<void> {
  const { sql } = app.database
  await sql`delete from public.articles where id = ${id}`
  const [row] = await sql<[{ trash: string }]>`
    select id as trash from public.article_trash where article_id = ${id}`
  const admin = await app.administrator()
  const call = { p_trash_id: row.trash, p_as_draft: true, ...(slug && { p_slug: slug }) }
  const { data } = await admin.rpc('restore_article', call).throwOnError()
  expect(data).toMatchObject({ status: 'restored' })
}
const files = async () =>
  (await readdir(app.storageDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    .length

describe('a demo on which nobody has worked', () => {
  test('goes whole, and leaves nothing but one entry of the audit log', async () => {
    const featured = 'open-weights-consortium-releases-polyglot-model'
    const picture = app.url + demoPictureAddress(featured)
    const pages = ['/', '/feeds/en.xml', '/news-sitemap.xml', '/search?q=polyglot', '/llms.txt']
    const shown = () =>
      Promise.all(pages.map(async (page) => (await (await fetch(app.url + page)).text()).includes(featured)))
    expect((await fetch(picture)).status).toBe(200)
    expect(await shown()).toEqual(pages.map(() => true))
    const stored = await files()

    const { removed, kept } = await remove()
    expect(removed).toEqual({ ...all, issues: 3, settings: 3, pictures: all.stories })
    expect(kept).toEqual([])
    for (const table of [
      'public.articles',
      'public.article_trash',
      'public.article_revisions',
      'public.slug_redirects',
      'public.newsletter_issues',
      'public.settings',
      'private.demo_rows',
      'public.media_files',
      'public.media_uses',
      'storage.objects',
    ])
      expect([table, await count(table)]).toEqual([table, 0])
    const log = await app.database.sql`
      select actor_name, did, details from public.audit_log`
    expect(log).toEqual([
      { actor_name: 'The site', did: 'removed the demo', details: { ...removed, kept: 0 } },
    ])

    await expect.poll(shown, { timeout: 5_000 }).toEqual(pages.map(() => false))
    expect((await fetch(`${app.url}/article/${featured}`)).status).toBe(404)
    expect((await fetch(`${picture}?again`)).status).toBe(400)
    await purgeUnusedFiles(jobs.services.storage, AbortSignal.timeout(10_000))
    expect(await files()).toBe(stored - all.stories)
  })

  test('is known before it goes, and looking changes nothing', async () => {
    const state = await readDemoState(app.database.sql)
    expect(state).toEqual({
      removable: { ...all, issues: 3, settings: 3, pictures: all.stories },
      kept: [],
      removedAt: null,
    })
    expect(await count('public.articles')).toBe(all.articles)
    expect(await count(`public.audit_log where action = 'remove_demo'`)).toBe(0)
  })

  test('goes with drafts of the newsletter in which nobody has written, also from the trash', async () => {
    const { sql } = app.database
    const draft = await addIssue(sql, { articles: [await idOf()] })
    await sql`update public.newsletter_editions set origin = 'rules' where issue_id = ${draft}`
    await sql`update public.newsletter_summaries set origin = 'rules'`
    await sql`delete from public.articles where slug = 'benchmarks-are-a-public-good'`
    expect(await remove()).toMatchObject({ removed: { ...all, issues: 4, pictures: all.stories }, kept: [] })
    expect([await count('public.newsletter_issues'), await count('public.article_trash')]).toEqual([0, 0])
  })

  test('goes although it was moved to other sections, unpublished or featured', async () => {
    const { sql } = app.database
    await sql`update public.articles set category = 'tech'`
    await sql`update public.articles set published = false where slug = ${SLUG}`
    expect((await remove()).removed).toMatchObject(all)
  })

  test('goes although it was in the trash', async () => {
    await moveThroughTrash(await idOf())
    expect(await remove()).toMatchObject({ removed: all, kept: [] })
  })

  test('that a version without marks has loaded goes too, but for what was saved since', async () => {
    const { sql } = app.database
    await sql`update public.articles set published = false where slug = ${SLUG}`
    await sql`delete from private.demo_rows`
    await sql`select private.record_act('articles', 'load_demo', 'loaded the demo newsroom')`
    const { removed, kept } = await remove()
    expect(kept).toMatchObject([{ slug: SLUG, languages: ['en'], work: ['edited'] }])
    expect(removed).toMatchObject({ stories: all.stories - 1, settings: 3, pictures: all.stories - 1 })
  })

  test('is not found in texts that are the same where none was loaded', async () => {
    await app.database.sql`delete from private.demo_rows`
    expect(await remove()).toEqual({ removed: { ...NOTHING, issues: 3 }, kept: [] })
    expect(await count('public.articles')).toBe(all.articles)
  })
})

describe('what somebody has worked on stays, with its picture, and is named:', () => {
  /** The story of this test, changed by one statement. */
  const cases: Record<string, { work: string; run: (id: string, german: string) => Promise<unknown> }> = {
    'an edited text': {
      work: 'edited',
      run: (id) => app.database.sql`update public.articles set title = 'Mine' where id = ${id}`,
    },
    'an edited translation': {
      work: 'edited',
      run: (_, german) => app.database.sql`update public.articles set excerpt = 'Meins' where id = ${german}`,
    },
    'an edit that was taken back': {
      work: 'edited',
      async run(id) {
        await app.database.sql`update public.articles set content = content || '!' where id = ${id}`
        await app.database.sql`update public.articles set content = rtrim(content, '!') where id = ${id}`
      },
    },
    'an edited text whose versions were removed': {
      work: 'edited',
      async run(id) {
        await app.database.sql`update public.articles set content = 'Mine' where id = ${id}`
        await app.database.sql`delete from public.article_revisions where article_id = ${id}`
      },
    },
    'a text that came back under another address': {
      work: 'edited',
      run: (id) => moveThroughTrash(id, 'mine'),
    },
    'a text of somebody with the id of one in the trash': {
      work: 'edited',
      async run(id) {
        await app.database.sql`delete from public.articles where id = ${id}`
        await app.database.sql`
          insert into public.articles (id, slug, title, excerpt, content, category) values (${id}, 'mine', 'Mine', 'E', 'C', 'tech')`
      },
    },
    'an edited article in the trash': {
      work: 'edited',
      async run(id) {
        await app.database.sql`update public.articles set title = 'Mine' where id = ${id}`
        await app.database.sql`delete from public.articles where id = ${id}`
      },
    },
    'an unsaved form': {
      work: 'unsaved',
      run: (id) => app.database.sql`
        insert into public.working_copies (id, owner, article_id, form)
        values (${randomUUID()}, ${randomUUID()}, ${id}, '{"title": "Mine"}')`,
    },
    'a correction': {
      work: 'correction',
      run: (id) =>
        app.database
          .sql`insert into public.article_corrections (article_id, text) values (${id}, 'It was nine.')`,
    },
    'a report of a reader': {
      work: 'report',
      run: (_, german) =>
        app.database
          .sql`insert into public.translation_reports (translation_id, quote) values (${german}, 'Falsch')`,
    },
    'a translation that was asked for': {
      work: 'translation',
      run: (id) =>
        app.database.sql`insert into public.translation_runs (article_id, language) values (${id}, 'it')`,
    },
    'a language that was added': {
      work: 'edited',
      run: (id) =>
        insertArticle(app.database.sql, {
          slug: 'mio',
          language: 'es',
          original_article_id: id,
          title: 'Mío',
        }),
    },
    'a newsletter that somebody has written': {
      work: 'newsletter',
      run: (id) => addIssue(app.database.sql, { articles: [id] }),
    },
  }
  const STORY = 'watermarks-for-text-what-works-and-what-breaks'

  test.each(Object.entries(cases))('%s', async (_, { work, run }) => {
    const id = await idOf(STORY)
    const german = await idOf('wasserzeichen-in-texten-was-funktioniert-und-was-versagt', 'de')
    const members = await app.database.sql`
      select from public.articles where id = ${id} or original_article_id = ${id}`
    await run(id, german)
    const { removed, kept } = await remove()
    expect(kept).toMatchObject([{ work: expect.arrayContaining([work]) }])
    expect(removed).toMatchObject({
      stories: all.stories - 1,
      articles: all.articles - members.length,
      pictures: all.stories - 1,
    })
    expect(await app.database.sql`select name from public.media_files`).toEqual([
      { name: `demo/${STORY}.webp` },
    ])
    // Again nothing is removed, and nothing is written down.
    expect(await remove()).toEqual({ removed: NOTHING, kept })
    expect(await count(`public.audit_log where action = 'remove_demo'`)).toBe(1)
  })

  test('an article of somebody with a picture of the demo, and the picture', async () => {
    await insertArticle(app.database.sql, { title: 'Mine', hero_image: demoPictureAddress(SLUG) })
    expect(await remove()).toMatchObject({ removed: { ...all, pictures: all.stories - 1 }, kept: [] })
    expect(await app.database.sql`select title from public.articles`).toEqual([{ title: 'Mine' }])
  })

  test('a picture that somebody has described, and settings that somebody has changed', async () => {
    const { sql } = app.database
    const own = await app.administrator()
    await own.from('media_files').update({ credit: 'Nora' }).eq('name', `demo/${SLUG}.webp`).throwOnError()
    await sql`update public.settings set value = '7' where key = 'landing_subscribers'`
    expect((await remove()).removed).toEqual({ ...all, issues: 3, settings: 2, pictures: all.stories - 1 })
    expect(await sql`select key from public.settings`).toEqual([{ key: 'landing_subscribers' }])
  })
})

describe('the demo does not come back', () => {
  test('with an edited article of it, or the job that was waiting', async () => {
    await app.database.sql`update public.articles set title = 'Mine' where slug = ${SLUG}`
    await remove()
    await seedDemoIssues(jobs.services, new Date())
    expect(await count('public.newsletter_issues')).toBe(0)
  })
})

describe('at the same time as something else', () => {
  test('two removals: one does it all', async () => {
    const both = await Promise.all([remove(), remove()])
    expect(both.map(({ removed }) => removed.articles).toSorted((a, b) => a - b)).toEqual([0, all.articles])
    expect(await count(`public.audit_log where action = 'remove_demo'`)).toBe(1)
  })

  test('a removal whose process dies half way has removed nothing', async () => {
    const { sql } = app.database
    await sql
      .transaction(async (session) => {
        await removeDemo(session)
        const [{ pid }] = await session<[{ pid: number }]>`select pg_backend_pid() as pid`
        await sql`select pg_terminate_backend(${pid})`
        await session`select 1`
      })
      .then(() => expect.unreachable())
      .catch(() => {})
    expect([await count('public.articles'), await count('storage.objects')]).toEqual([
      all.articles,
      all.stories,
    ])
    expect((await remove()).removed).toMatchObject(all)
  })

  test('it waits for the demo that is being loaded, and says so when that takes too long', async () => {
    const { sql } = app.database
    const busy = () => sql.transaction((session) => removeDemo(session, { waitMs: 50 }))
    await withAdvisoryLock(sql, 'firstContent', () =>
      expect(busy()).rejects.toThrow('The demo is being loaded, or an article of it is being saved.'),
    )
    const removal = await withAdvisoryLock(sql, 'firstContent', async () => {
      const waiting = remove()
      await untilSomebodyWaits(sql)
      return { waiting }
    })
    expect((await removal.waiting).removed).toMatchObject(all)
  })

  test('an edit that is saved meanwhile stays', async () => {
    const { sql } = app.database
    let removal: ReturnType<typeof remove> | undefined
    await sql.transaction(async (session) => {
      await session`update public.articles set title = 'Mine' where slug = ${SLUG}`
      removal = remove()
      await untilSomebodyWaits(sql)
    })
    expect((await removal)?.kept).toMatchObject([{ title: 'Mine', languages: ['en'], work: ['edited'] }])
  })

  test('a newsletter in which somebody writes meanwhile stays, with its story', async () => {
    const { sql } = app.database
    const id = await addIssue(sql, { articles: [await idOf()] })
    await sql`update public.newsletter_editions set origin = 'rules' where issue_id = ${id}`
    await sql`update public.newsletter_summaries set origin = 'rules'`
    let removal: ReturnType<typeof remove> | undefined
    await sql.transaction(async (session) => {
      await session`update public.newsletter_editions set content = '<p>Mine</p>' where issue_id = ${id}`
      removal = remove()
      await untilSomebodyWaits(sql)
    })
    expect((await removal)?.kept).toMatchObject([{ work: ['newsletter'] }])
    expect(
      await sql`select content from public.newsletter_editions where issue_id = ${id} and content is not null`,
    ).toMatchObject([{ content: '<p>Mine</p>' }])
  })

  test('while a newsletter with an article of it is being sent it refuses', async () => {
    const { sql } = app.database
    const id = await addIssue(sql, { articles: [await idOf()] })
    await sql`
      update public.newsletter_issues set status = 'approved', approved_at = now(), seal = 'x', slug = '2001-01-07' where id = ${id}`
    // In one transaction: the worker of the app would end an issue without recipients at once.
    const removed = sql.transaction(async (session) => {
      await session`update public.newsletter_issues set status = 'sending', audience = 1 where id = ${id}`
      return removeDemo(session)
    })
    await expect(removed).rejects.toThrow('A newsletter with articles of the demo is being sent.')
    expect(await count('public.articles')).toBe(all.articles)
  })
})

describe('a newsletter of HTML of one’s own, with a link to an article of it,', () => {
  const content = `<p><a href="https://aiwatch.example/article/${SLUG}?utm=1">Read this</a></p>`
  const kept = [{ slug: SLUG, work: ['newsletter'] }]

  test('is waited for while it is being sent, and keeps that story', async () => {
    const { sql } = app.database
    await addSubscribers(sql, { en: 1 })
    const call = { subject: 'Read', content, again: false, intoOutbox: true, actor: null }
    expect(await sendContent(jobs.services, call)).toMatchObject({ status: 'begun', isFirst: true })
    const status = async () =>
      (await sql`select status from public.newsletter_issues where origin = 'call'`)[0]?.status
    await expect.poll(status, { timeout: 20_000 }).toBe('sent')
    // Its message waits for another try, so that the worker of the app does not end it at once.
    await sql.transaction(async (session) => {
      await session`
        update public.newsletter_deliveries set status = 'pending', due_at = now() + interval '1 hour', settled_at = null`
      await session`update public.newsletter_issues set status = 'sending' where origin = 'call'`
    })
    await expect(remove()).rejects.toThrow('A newsletter with articles of the demo is being sent.')
    expect(await count('public.articles')).toBe(all.articles)
    await sql`update public.newsletter_issues set status = 'sent' where origin = 'call'`
    expect(await remove()).toMatchObject({ removed: { stories: all.stories - 1 }, kept })
    expect(await idOf()).not.toBe('')
  })

  test('keeps that story and no other while it is written', async () => {
    const { sql } = app.database
    const issue = await addIssue(sql, { articles: [] })
    await sql`update public.newsletter_editions set content = ${content} where issue_id = ${issue}`
    expect(await remove()).toMatchObject({ removed: { stories: all.stories - 1 }, kept })
    await sql`
      update public.newsletter_editions set content = replace(content, ${SLUG}, ${`${SLUG}-or-not`}) where issue_id = ${issue}`
    expect(await remove()).toMatchObject({ removed: { stories: 1 }, kept: [] })
  })
})

describe('over the function', () => {
  test('an administrator types the name of the publication, and nobody else can', async () => {
    const admin = await app.administrator()
    expect((await readDemo(admin)).removable).toMatchObject(all)
    expect(await askToRemove(admin, 'ai watch')).toBe('That is not the name of this publication.')
    await expect(readDemo(app.anonymous())).rejects.toThrow()
    await expect(askToRemove(app.anonymous(), 'AI Watch')).rejects.toThrow()
    expect(await count('public.articles')).toBe(all.articles)
    expect(await askToRemove(admin, ' AI Watch ')).toMatchObject({ removed: all, kept: [] })
    expect((await readDemo(admin)).removedAt).not.toBeNull()
    const [entry] = await app.database
      .sql`select actor_name from public.audit_log where action = 'remove_demo'`
    expect(entry).toEqual({ actor_name: ADMIN.email })
  })
})
