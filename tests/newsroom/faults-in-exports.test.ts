import { afterAll, beforeEach, expect, test } from 'vitest'
import { importing } from '#server/features/import/run/testing/import-site.ts'
import { memorySource } from '#server/features/import/testing/read-all.ts'
import { judgeStoredArticle } from '#server/features/judging/judge-stored-article.ts'
import { createTestDatabase } from '../support/database.ts'
import { type CorpusGroup, FAULTS, readDraftCorpus } from '../support/draft-corpus.ts'
import { emptyTables } from '../support/empty-tables.ts'
import { startTestJobs } from '../support/jobs.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const database = await createTestDatabase()
const { sql } = database
const jobs = await startTestJobs(database, {
  works: false,
  dataDir: createTemporaryFolder('faults-in-exports'),
})
afterAll(async () => {
  await jobs.stop()
  await database.drop()
})
beforeEach(async () => {
  await emptyTables(sql, 'public.articles, public.sourced_articles, private.imports, private.import_items')
})

const groups = readDraftCorpus()

/** An export of ours with one published article, which names the sources of the story. */
function exportOf({ items }: CorpusGroup, text: string) {
  const fields = {
    ...{ title: 'The story', slug: 'story', lang: 'en', date: '2026-11-20T00:00:00Z', authors: ['Jo'] },
    ...{ categories: ['news'], description: 'The story.', readingTime: '1 min' },
    sources: items.map(({ outlet, title, url, published }, index) => ({
      ...{ number: index + 1, outlet, title, url, date: published },
    })),
  }
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return memorySource({
    'ai-watch-export.json': '{"format": 1, "siteUrl": "https://old.example"}',
    'articles/en/story.md': `---\n${head.join('\n')}\n---\n${text}\n`,
  })
}

test.each(FAULTS)(
  'a published article with the fault %s comes as a draft, and is not published as it is',
  async (fault) => {
    for (const group of groups) {
      const faulty = group.faults.find((one) => one.fault === fault)
      if (!faulty) continue
      const source = exportOf(group, faulty.text)
      const steps = importing(jobs.services)
      const { id } = await steps.plan(source)
      await steps.run(id, source)
      const [brought] = await sql<
        [{ id: string; published: boolean }]
      >`select id, published from public.articles`
      expect(brought.published).toBe(false)
      expect((await judgeStoredArticle({ sql }, brought.id))?.isCovered).toBe(false)
      await expect(sql`update public.articles set published = true`).rejects.toThrow(
        `(articles_covered): ${faulty.text.slice(0, 10)}`,
      )
      return
    }
  },
)
