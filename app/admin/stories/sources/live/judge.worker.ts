import type { WorkerRequest, WorkerResponse } from '#app/admin/stories/check/worker-client.ts'
import type { JudgeRequest } from '#app/admin/stories/sources/live/use-live-judge.ts'
import { createJudge } from '#core/newsroom/judge/create-judge.ts'
import type { JudgedSentence } from '#core/newsroom/judge/judge.ts'

/** Compares the sentences of an article with its sources in a worker, because a long one would block typing. */
let judge: ReturnType<typeof createJudge> | null = null

self.addEventListener('message', ({ data: { id, request } }: MessageEvent<WorkerRequest<JudgeRequest>>) => {
  if ('context' in request) judge = createJudge(request.context)
  const response = 'texts' in request && judge ? judge.article(request.texts, request.bindings) : []
  self.postMessage({ id, response } satisfies WorkerResponse<JudgedSentence[]>)
})
