import type { ArticleCheckRequest } from '#app/admin/stories/check/use-checked.ts'
import type { WorkerRequest, WorkerResponse } from '#app/admin/stories/check/worker-client.ts'
import { type Checked, checkAtOnce } from '#core/check/check-article.ts'

/** Checks an article in a worker, because a long one would block typing. */
self.addEventListener(
  'message',
  ({ data: { id, request } }: MessageEvent<WorkerRequest<ArticleCheckRequest>>) => {
    const response = checkAtOnce(request.input, request.context)
    self.postMessage({ id, response } satisfies WorkerResponse<Checked>)
  },
)
