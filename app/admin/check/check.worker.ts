import type { CheckAnswer, CheckRequest } from '#app/admin/check/article-checker.ts'
import { checkAtOnce } from '#core/check/check-article.ts'

/** Checks an article in a worker, because a long one would block typing. */
self.addEventListener('message', ({ data: { id, input, context } }: MessageEvent<CheckRequest>) => {
  self.postMessage({ id, checked: checkAtOnce(input, context) } satisfies CheckAnswer)
})
