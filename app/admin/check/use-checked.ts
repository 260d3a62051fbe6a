import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { linksQuery } from '#app/admin/check/check-queries.ts'
import type { Checked } from '#core/check/check-article.ts'
import type { CheckContext, CheckInput } from '#core/check/checked-article.ts'

/** Nothing is checked while somebody is typing. */
const PAUSE_MS = 600

export interface CheckState {
  /** What was found last, and in what; null until the first time. */
  checked: (Checked & { input: CheckInput }) | null
  /** Whether the result is of an earlier text, or servers have not answered yet. */
  isChecking: boolean
}

const NO_ADDRESSES: readonly string[] = []

/** What the rules find in an article, some time after its last change. Its links are asked for as soon as they are known. */
export function useChecked(input: CheckInput, known: Omit<CheckContext, 'links'>): CheckState {
  const [last, setLast] = useState<(Checked & { input: CheckInput; context: CheckContext }) | null>(null)
  const { title, subtitle, excerpt, content, language, hero_image, slug, publish_date } = input
  const links = useQuery(linksQuery(last?.addresses ?? NO_ADDRESSES))
  const results = links.data
  const context = useMemo(
    () => ({ ...known, links: new Map((results ?? []).map((result) => [result.url, result])) }),
    [known, results],
  )
  const values = useMemo(
    () => ({ title, subtitle, excerpt, content, language, hero_image, slug, publish_date }),
    [title, subtitle, excerpt, content, language, hero_image, slug, publish_date],
  )

  useEffect(() => {
    const abort = new AbortController()
    const show = (result: Checked | null) => {
      if (result && !abort.signal.aborted) setLast({ ...result, input: values, context })
    }
    const timer = setTimeout(() => void check(values, context, abort.signal).then(show), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [values, context])

  const isCurrent = last?.input === values && last.context === context
  return { checked: last, isChecking: !isCurrent || links.isFetching }
}

/** Loads the rules, and lets the page do something else between two of them. Null when it was aborted. */
async function check(input: CheckInput, context: CheckContext, signal: AbortSignal): Promise<Checked | null> {
  const { checkInSteps } = await import('#core/check/check-article.ts')
  const steps = checkInSteps(input, context)
  while (!signal.aborted) {
    const { done, value } = steps.next()
    if (done) return value
    await idle()
  }
  return null
}

/** Safari cannot say when it is idle. */
function idle(): Promise<unknown> {
  return new Promise((resolve) =>
    'requestIdleCallback' in window
      ? window.requestIdleCallback(resolve, { timeout: 300 })
      : setTimeout(resolve),
  )
}
