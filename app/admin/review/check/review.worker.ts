import type {
  ReviewWorkerRequest,
  ReviewWorkerResponse,
} from '#app/admin/review/check/review-worker-client.ts'
import { type ReviewedTexts, readReviewedTexts } from '#app/admin/review/check/reviewed-texts.ts'

let opened: ReviewedTexts | null = null

/** Checks and renders in a worker, so that typing is not delayed. */
self.addEventListener('message', ({ data }: MessageEvent<ReviewWorkerRequest>) => {
  const reply = (answer: unknown) => self.postMessage({ id: data.id, answer } satisfies ReviewWorkerResponse)
  switch (data.kind) {
    case 'open':
      opened = readReviewedTexts(data.reviewed)
      reply(opened.facts)
      break
    case 'check':
      reply(opened?.check(data.texts) ?? [])
      break
    case 'render':
      reply(opened?.render(data.texts))
  }
})
