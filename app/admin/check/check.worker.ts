import type { CheckAnswer, CheckRequest } from '#app/admin/check/article-checker.ts'
import { checkAtOnce } from '#core/check/check-article.ts'

/** Checks an article beside the page, because reading a long one takes longer than anybody should wait for a key. */
self.addEventListener('message', ({ data: { id, input, context } }: MessageEvent<CheckRequest>) => {
  self.postMessage({ id, checked: checkAtOnce(input, context) } satisfies CheckAnswer)
})
