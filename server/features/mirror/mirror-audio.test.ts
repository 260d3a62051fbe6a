import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPodcast } from '#core/feeds/testing/check-podcast.ts'
import { createMirror } from '#server/features/mirror/create-mirror.ts'
import { openSpeech } from '#server/features/speech/testing/open-speech.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { startTestJobs } from '../../../tests/support/jobs.ts'
import { addSentNewsletter } from '../../../tests/support/sent-newsletters.ts'
import { sharedResource } from '../../../tests/support/shared-resources.ts'
import { TEST_SECRETS } from '../../../tests/support/test-settings.ts'

let speech: Awaited<ReturnType<typeof openSpeech>>
let app: TestApp
beforeAll(async () => {
  speech = await openSpeech()
  app = await startTestApp({ beside: { database: speech.database, storageDir: speech.storageDir } })
  await speech.setModel()
  await speech.addArticle({ slug: 'harbour' })
  await addSentNewsletter(speech.sql, { messages: { en: { subject: 'Audits' } } })
  await speech.work()
  await speech.workOnNewsletters()
})
afterAll(async () => {
  await app.stop()
  await speech.stop()
})

async function mirror() {
  const { services, stop } = await startTestJobs(app.database, { siteUrl: app.url, works: false })
  const { loadPages } = await import((await sharedResource('build')).entry)
  const summary = { pages: 0, files: 0, missing: [], failed: [], audioLeftOut: 0 }
  const deps = {
    sql: services.sql,
    imageSource: services.imageSource,
    siteUrl: app.url,
    settings: services.settings.current(),
    pages: await loadPages(),
    publishableKey: TEST_SECRETS.publishableKey,
    fetch: (request: Request) => fetch(request),
  }
  const files = new Map<string, string>()
  for await (const { path, content } of createMirror(deps, { summary, signal: new AbortController().signal }))
    files.set(path, Buffer.from(content as string).toString('latin1'))
  await stop()
  return { files, summary }
}

test('a mirror has the podcasts with all that they name, or neither when there is too much to hear', async () => {
  const { files, summary } = await mirror()
  expect(summary).toMatchObject({ audioLeftOut: 0, missing: [], failed: [] })
  for (const feed of ['feeds/en/podcast.xml', 'feeds/en/newsletter-podcast.xml']) {
    const text = files.get(feed) ?? expect.fail()
    expect(checkPodcast(text)).toEqual([])
    const named = [...text.matchAll(/(?:\/article|\/newsletter)\/audio\/[^"]+/g)].map(([path]) =>
      path.slice(1),
    )
    expect(named.map((path) => path.replace(/.*?\./, ''))).toEqual(['mp3', 'chapters.json', 'vtt'])
    for (const path of named) expect(files.has(path), path).toBe(true)
    expect(files.get(named[0] ?? '')).toMatch(/^ID3/)
  }
  expect(files.get('newsletter/issues/2026-11-15/index.html')).toMatch(
    /<audio [^>]*src="\/newsletter\/audio\//,
  )
  expect(files.get('article/harbour/index.html')).not.toContain('data-listens')

  await speech.sql`update private.article_audio set bytes = 1000000000`
  const silent = await mirror()
  expect(silent.summary.audioLeftOut).toBeGreaterThan(1_000_000_000)
  expect(silent.summary.missing).toEqual([])
  expect([...silent.files.keys()].filter((path) => /audio|podcast\.xml/.test(path))).toEqual([])
  const page = silent.files.get('newsletter/issues/2026-11-15/index.html') ?? expect.fail()
  expect(page).not.toMatch(/<audio|reads this issue aloud|podcast\.xml/)
})
