import { useQuery } from '@tanstack/react-query'
import { type Checked, checkQuery } from '#app/admin/newsletter/newsletter-queries.ts'
import { subscriberCountsQuery } from '#app/admin/subscribers/subscribers-queries.ts'
import { useDebouncedValue } from '#app/admin/ui/use-debounced-value.ts'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'

/** While somebody types, texts are stored every second, and each check requests the linked pages. */
const QUIET_MS = 3_000

export interface Checklist {
  /** The findings for the issue as it is now; undefined until they are here. */
  checked: Checked | undefined
  error: Error | null
  isBusy: boolean
  run: () => Promise<unknown>
}

/** The checklist of an issue. It runs again after a change of the issue, of its test, or of the languages of its readers. */
export function useChecklist(issue: NewsletterIssue, { isOn }: { isOn: boolean }): Checklist {
  const counts = useQuery(subscriberCountsQuery)
  const revision = useDebouncedValue(issue.revision, QUIET_MS)
  const isSettled = revision === issue.revision
  const { data, error, isFetching, refetch } = useQuery({
    ...checkQuery({ ...issue, revision }, counts.data),
    enabled: isOn && isSettled && !counts.isPending,
    // Something else may have changed meanwhile, such as the settings of mail.
    refetchOnMount: 'always',
  })
  return {
    checked: isSettled ? data : undefined,
    error: isSettled ? error : null,
    isBusy: isFetching || (isOn && (!isSettled || counts.isPending)),
    run: refetch,
  }
}
