import type { ReviewWorkerRequest } from '#app/admin/languages/review/check/review-worker-client.ts'
import { type ReviewedTexts, readReviewedTexts } from '#app/admin/languages/review/check/reviewed-texts.ts'
import type { WorkerRequest, WorkerResponse } from '#app/admin/stories/check/worker-client.ts'

let opened: ReviewedTexts | null = null

/** Checks and renders in a worker, so that typing is not delayed. */
self.addEventListener(
  'message',
  ({ data: { id, request } }: MessageEvent<WorkerRequest<ReviewWorkerRequest>>) => {
    const reply = (response: unknown) => self.postMessage({ id, response } satisfies WorkerResponse<unknown>)
    switch (request.kind) {
      case 'open':
        opened = readReviewedTexts(request.reviewed)
        reply(opened.facts)
        break
      case 'check':
        reply(opened?.check(request.texts) ?? [])
        break
      case 'render':
        reply(opened?.render(request.texts))
    }
  },
)
