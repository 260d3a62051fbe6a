import { afterAll, beforeAll, expect, test } from 'vitest'
import { addNewsItem } from '#server/features/judging/testing/sourced-articles.ts'
import { openDrafting } from '#server/features/newsroom/testing/open-drafting.ts'
import { FAULTS, type Fault, readDraftCorpus } from '../../../../tests/support/draft-corpus.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { startDraftModel } from '../../../../tests/support/faulty-drafts.ts'

const model = await startDraftModel()
const { sql, call, stop } = await openDrafting(model)
afterAll(stop)
beforeAll(() => model.commit(...FAULTS))

/** Only a reader of both texts always tells these; how many of them code finds is tested with the judge. */
const SUBTLE: readonly string[] = ['number-moved', 'name-swapped', 'modality-lost'] satisfies Fault[]

interface Drafted {
  articleId: string
  sentences: { text: string; verdict: string; findings: string[] }[]
  dropped: { text: string; codes: string[] }[]
}

test.each(readDraftCorpus())(
  'of the story $name no draft with faults can be published',
  async ({ items, faults }) => {
    await emptyTables(sql, 'private.draft_requests, public.news_items')
    await sql`delete from private.rate_limits`
    const ids: string[] = []
    for (const { outlet, title, language, copyOf, text } of items) {
      const sentences = text.length > 0 ? text : (items[(copyOf ?? 1) - 1]?.text ?? [])
      ids.push(await addNewsItem(sql, { outlet, title, language, sentences }))
    }
    const { status, body } = await call('draft-article', { itemIds: ids, length: 'long', category: 'news' })
    expect(status, JSON.stringify(body)).toBe(200)
    const { articleId, sentences, dropped } = body as Drafted
    const passed = faults.filter(({ fault, text }) => {
      if (SUBTLE.includes(fault)) return false
      const isDropped = dropped.some((one) => one.text === text.slice(0, 300))
      const parts = sentences.filter(
        (sentence) => text.includes(sentence.text) || sentence.text.includes(text),
      )
      return !isDropped && !parts.some(({ verdict }) => verdict === 'red')
    })
    expect(passed.map(({ fault, text }) => [fault, text])).toEqual([])
    await expect(sql`update public.articles set published = true where id = ${articleId}`).rejects.toThrow(
      'articles_covered',
    )
  },
)
