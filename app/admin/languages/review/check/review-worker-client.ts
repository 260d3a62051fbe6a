import { useEffect, useMemo, useState } from 'react'
import type {
  ReviewedSource,
  ReviewedTexts,
  SegmentFacts,
  Texts,
} from '#app/admin/languages/review/check/reviewed-texts.ts'
import { createWorkerClient } from '#app/admin/stories/check/worker-client.ts'
import type { TranslationReview } from '#core/domain/translation-review.ts'
import type { GlossaryEntry } from '#core/translation/checks/glossary.ts'

export type ReviewWorkerRequest =
  | { kind: 'open'; reviewed: ReviewedSource }
  | { kind: 'check'; texts: Texts }
  | { kind: 'render'; texts: readonly string[] }

/** The client of the worker that checks and renders one translation. */
export interface ReviewWorkerClient {
  /** @throws when the worker cannot be started, like the other methods; the next call tries again */
  facts: () => Promise<SegmentFacts[]>
  check: (texts: Texts) => Promise<ReturnType<ReviewedTexts['check']>>
  render: (texts: readonly string[]) => Promise<ReturnType<ReviewedTexts['render']>>
  stop: () => void
}

function createReviewWorkerClient(reviewed: ReviewedSource): ReviewWorkerClient {
  const startWorker = () => new Worker(new URL('./review.worker.ts', import.meta.url), { type: 'module' })
  const { send, ready, stop } = createWorkerClient<ReviewWorkerRequest, unknown>(startWorker, {
    kind: 'open',
    reviewed,
  })
  return {
    facts: ready as ReviewWorkerClient['facts'],
    check: (texts) => send({ kind: 'check', texts }) as ReturnType<ReviewWorkerClient['check']>,
    render: (texts) => send({ kind: 'render', texts }) as ReturnType<ReviewWorkerClient['render']>,
    stop,
  }
}

interface OpenedReviewWorker {
  reader: ReviewWorkerClient
  /** Null until the worker has read the source. */
  facts: SegmentFacts[] | null
  /** True if the worker failed; the server still checks the texts. */
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
    const reader = createReviewWorkerClient(JSON.parse(key))
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
