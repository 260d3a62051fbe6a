import { type ReviewedTexts, readReviewedTexts } from '#app/admin/review/check/reviewed-texts.ts'
import type { ReviewQuestion, ReviewReply } from '#app/admin/review/check/text-reader.ts'

let opened: ReviewedTexts | null = null

/** Checks and renders beside the page, so that typing never waits for it. */
self.addEventListener('message', ({ data }: MessageEvent<ReviewQuestion>) => {
  const reply = (answer: unknown) => self.postMessage({ id: data.id, answer } satisfies ReviewReply)
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
