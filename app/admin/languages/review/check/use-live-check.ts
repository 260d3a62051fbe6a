import { useCallback, useEffect, useRef } from 'react'
import type { ReviewWorkerClient } from '#app/admin/languages/review/check/review-worker-client.ts'
import type { ReviewDraft } from '#app/admin/languages/review/draft/review-draft.ts'
import { isChanged, isWritten, type ReviewRow } from '#app/admin/languages/review/draft/row-draft.ts'

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
