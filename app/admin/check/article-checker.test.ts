import { expect, test } from 'vitest'
import { createArticleChecker } from '#app/admin/check/article-checker.ts'
import { checkAtOnce } from '#core/check/check-article.ts'
import { type CheckInput, NOTHING_KNOWN } from '#core/check/checked-article.ts'

const ARTICLE: CheckInput = {
  title: 'Small models',
  subtitle: null,
  excerpt: '',
  content: 'An ![](/a.webp) and [a link]().',
  language: 'en',
  hero_image: null,
  slug: 'small-models',
  publish_date: '',
}

/** A thread of the browser, as far as the checker sees it: it answers later, or cannot be loaded. */
function startThread(state: { isOffline: boolean; started: number }) {
  state.started += 1
  const thread = {
    onmessage: (_event: { data: unknown }) => {},
    onerror: () => {},
    isOver: false,
    postMessage(request: { id: number; input: CheckInput }) {
      const { id, input } = structuredClone(request)
      setTimeout(() => {
        if (thread.isOver) return
        if (state.isOffline) thread.onerror()
        else thread.onmessage({ data: { id, checked: checkAtOnce(input, NOTHING_KNOWN) } })
      })
    },
    terminate() {
      thread.isOver = true
    },
  }
  return thread as unknown as Worker
}

test('each article gets its own result, from one thread', async () => {
  const state = { isOffline: false, started: 0 }
  const checker = createArticleChecker(() => startThread(state))
  const other = { ...ARTICLE, excerpt: 'What they are good for.', content: 'Text.' }
  const results = await Promise.all([ARTICLE, other].map((input) => checker.check(input, NOTHING_KNOWN)))
  expect(results).toEqual([checkAtOnce(ARTICLE, NOTHING_KNOWN), checkAtOnce(other, NOTHING_KNOWN)])
  expect(results[0]?.findings).not.toEqual(results[1]?.findings)
  expect(state.started).toBe(1)
})

test('rules that cannot be loaded are an error, and are loaded again at the next check', async () => {
  const state = { isOffline: true, started: 0 }
  const checker = createArticleChecker(() => startThread(state))
  await expect(checker.check(ARTICLE, NOTHING_KNOWN)).rejects.toThrow('The article could not be checked')
  state.isOffline = false
  expect(await checker.check(ARTICLE, NOTHING_KNOWN)).toEqual(checkAtOnce(ARTICLE, NOTHING_KNOWN))
  expect(state.started).toBe(2)
})
