import { useEffect, useMemo, useState } from 'react'
import type { SegmentFacts } from '#app/admin/review/check/reviewed-texts.ts'
import { createTextReader, type TextReader } from '#app/admin/review/check/text-reader.ts'
import type { TranslationReview } from '#core/domain/translation-review.ts'
import type { GlossaryEntry } from '#core/translation/checks/glossary.ts'

export interface OpenedReader {
  reader: TextReader
  /** Null until the worker has read the source. */
  facts: SegmentFacts[] | null
  /** Whether the texts cannot be checked here; the server checks them all the same. */
  hasFailed: boolean
}

/** A worker for the source that is reviewed; another one when that or the glossary is another. */
export function useTextReader(
  { source, language }: Pick<TranslationReview, 'source' | 'language'>,
  glossary: readonly GlossaryEntry[] | undefined,
): OpenedReader | null {
  const [opened, setOpened] = useState<OpenedReader | null>(null)
  const key = useMemo(
    () => glossary && JSON.stringify({ source, language, glossary }),
    [source, language, glossary],
  )

  useEffect(() => {
    if (!key) return
    const reader = createTextReader(
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
