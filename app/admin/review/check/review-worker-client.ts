import { useEffect, useMemo, useState } from 'react'
import type {
  ReviewedSource,
  ReviewedTexts,
  SegmentFacts,
  Texts,
} from '#app/admin/review/check/reviewed-texts.ts'
import type { TranslationReview } from '#core/domain/translation-review.ts'
import type { GlossaryEntry } from '#core/translation/checks/glossary.ts'

export type ReviewWorkerRequest = { id: number } & (
  | { kind: 'open'; reviewed: ReviewedSource }
  | { kind: 'check'; texts: Texts }
  | { kind: 'render'; texts: readonly string[] }
)

export interface ReviewWorkerResponse {
  id: number
  answer: unknown
}

type Question = ReviewWorkerRequest extends infer One
  ? One extends unknown
    ? Omit<One, 'id'>
    : never
  : never

/** The client of the worker that checks and renders one translation. */
export interface ReviewWorkerClient {
  /** @throws when the worker cannot be started, like the other methods; the next call tries again */
  facts: () => Promise<SegmentFacts[]>
  check: (texts: Texts) => Promise<ReturnType<ReviewedTexts['check']>>
  render: (texts: readonly string[]) => Promise<ReturnType<ReviewedTexts['render']>>
  stop: () => void
}

/** Starts the worker at the first call, and again after it has failed. */
function createReviewWorkerClient(reviewed: ReviewedSource, startWorker: () => Worker): ReviewWorkerClient {
  let running: { worker: Worker; facts: Promise<SegmentFacts[]> } | null = null
  let waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0

  function send(worker: Worker, question: Question): Promise<unknown> {
    const id = ++lastId
    const answer = Promise.withResolvers<unknown>()
    waiting.set(id, answer)
    worker.postMessage({ ...question, id } as ReviewWorkerRequest)
    return answer.promise
  }

  function stop(error: Error) {
    running?.worker.terminate()
    running = null
    const rejected = waiting
    waiting = new Map()
    for (const { reject } of rejected.values()) reject(error)
  }

  function start() {
    const worker = startWorker()
    worker.onmessage = ({ data: { id, answer } }: MessageEvent<ReviewWorkerResponse>) => {
      waiting.get(id)?.resolve(answer)
      waiting.delete(id)
    }
    worker.onerror = () => running?.worker === worker && stop(new Error('The texts could not be checked'))
    const facts = send(worker, { kind: 'open', reviewed }) as Promise<SegmentFacts[]>
    // A failure rejects every pending request, so this one needs no handler.
    facts.catch(() => {})
    return { worker, facts }
  }

  async function ask(question: Question): Promise<unknown> {
    running ??= start()
    return send(running.worker, question)
  }

  return {
    facts() {
      running ??= start()
      return running.facts
    },
    check: (texts) => ask({ kind: 'check', texts }) as ReturnType<ReviewWorkerClient['check']>,
    render: (texts) => ask({ kind: 'render', texts }) as ReturnType<ReviewWorkerClient['render']>,
    stop: () => stop(new Error('The review was left')),
  }
}

interface OpenedReviewWorker {
  reader: ReviewWorkerClient
  /** Null until the worker has read the source. */
  facts: SegmentFacts[] | null
  /** Whether the worker failed; the server still checks the texts. */
  hasFailed: boolean
}

/** A worker for a review, replaced when the source or the glossary changes. */
export function useReviewWorker(
  { source, language }: Pick<TranslationReview, 'source' | 'language'>,
  glossary: readonly GlossaryEntry[] | undefined,
): OpenedReviewWorker | null {
  const [opened, setOpened] = useState<OpenedReviewWorker | null>(null)
  const key = useMemo(
    () => glossary && JSON.stringify({ source, language, glossary }),
    [source, language, glossary],
  )

  useEffect(() => {
    if (!key) return
    const reader = createReviewWorkerClient(
      JSON.parse(key),
      () => new Worker(new URL('./review.worker.ts', import.meta.url), { type: 'module' }),
    )
    let isCurrent = true
    setOpened({ reader, facts: null, hasFailed: false })
    reader.facts().then(
      (facts) => isCurrent && setOpened({ reader, facts, hasFailed: false }),
      () => isCurrent && setOpened({ reader, facts: null, hasFailed: true }),
    )
    return () => {
      isCurrent = false
      reader.stop()
    }
  }, [key])

  return opened
}
