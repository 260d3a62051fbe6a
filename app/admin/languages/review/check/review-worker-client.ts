import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type {
  ReviewedSource,
  ReviewedTexts,
  SegmentFacts,
  Texts,
} from '#app/admin/languages/review/check/reviewed-texts.ts'
import type { ReviewDraft } from '#app/admin/languages/review/draft/review-draft.ts'
import { isChanged, isWritten, type ReviewRow } from '#app/admin/languages/review/draft/row-draft.ts'
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

const DEBOUNCE_MS = 350
/** The number of texts per request to the worker. */
const BATCH = 20

/**
 * Checks changed texts, debounced. Stored texts without problems are not checked again.
 * @returns a function that checks rows now, and resolves when their findings are known
 */
export function useLiveCheck(
  draft: ReviewDraft,
  reader: ReviewWorkerClient | null,
): (positions: readonly number[]) => Promise<void> {
  const checked = useRef(new Map<number, string>())

  const checkNow = useCallback(
    async (positions: readonly number[]) => {
      if (!reader) return
      const texts = positions
        .map((position) => draft.row(position))
        .filter(
          (row) => needsCheck(row) && (row.isChecking || checked.current.get(row.position) !== row.text),
        )
        .map(({ position, text }) => [position, text] as const)
      for (let start = 0; start < texts.length; start += BATCH) {
        const batch = texts.slice(start, start + BATCH)
        const found = await reader.check(batch)
        for (const [position, text] of batch) checked.current.set(position, text)
        draft.setFindings(found)
      }
    },
    [draft, reader],
  )

  useEffect(() => {
    if (!reader) return
    checked.current.clear()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isRunning = false
    const run = async () => {
      isRunning = true
      await checkNow(draft.rows().map(({ position }) => position)).catch((error: unknown) =>
        console.warn('The texts could not be checked', error),
      )
      isRunning = false
    }
    const schedule = () => {
      clearTimeout(timer)
      timer = setTimeout(() => (isRunning ? schedule() : void run()), DEBOUNCE_MS)
    }
    schedule()
    const unsubscribe = draft.subscribe(schedule)
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [draft, reader, checkNow])

  return checkNow
}

function needsCheck(row: ReviewRow): boolean {
  return isWritten(row) && (row.isChecking || isChanged(row) || row.segment.problems.length > 0)
}
