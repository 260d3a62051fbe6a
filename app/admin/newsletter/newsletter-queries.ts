import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { type DeskMutationOptions, useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useDebouncedValue } from '#app/admin/kit/ui/use-debounced-value.ts'
import { subscriberCountsQuery } from '#app/admin/subscribers/subscribers-queries.ts'
import type { ToastMessage } from '#app/components/ui/toast.tsx'
import type { Answer } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import { checkNewsletter } from '#core/data/newsletter-approval.ts'
import {
  findNewsletterIssue,
  type IssueListOptions,
  listNewsletterIssues,
} from '#core/data/newsletter-issues.ts'
import {
  type DeliveryListOptions,
  listNewsletterDeliveries,
  readNewsletterProgress,
} from '#core/data/newsletter-sending.ts'
import type { ChecklistFinding } from '#core/domain/newsletter-checklist.ts'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'
import type { SubscriberCounts } from '#core/domain/subscriber-record.ts'

export const NEWSLETTER_KEY = ['newsletter']
export const issueKey = (id: string) => [...NEWSLETTER_KEY, 'issue', id]

/** Every change of an issue, its texts or its items raises its revision, so this table announces all of them. */
const LIVE = { live: ['newsletter_issues'] } as const

export const issueQuery = (id: string) =>
  deskQuery(issueKey(id), (client) => findNewsletterIssue(client, id), LIVE)

export const issuesQuery = (options: IssueListOptions) =>
  deskQuery([...NEWSLETTER_KEY, 'issues', options], (client) => listNewsletterIssues(client, options), LIVE)

interface Checked {
  findings: ChecklistFinding[]
  at: string
}

/** This key is not below that of the newsletter: the checklist requests the linked pages, and runs only for another state of an issue. */
export const checkKey = (id: string) => ['newsletter-check', id]

/** The findings for this state of an issue and its readers. */
export const checkQuery = (
  { id, revision, tested_revision }: Pick<NewsletterIssue, 'id' | 'revision' | 'tested_revision'>,
  counts: Pick<SubscriberCounts, 'languages'> | undefined,
) => ({
  ...deskQuery<Checked>([...checkKey(id), revision, tested_revision, counts?.languages], async (client) => {
    const { findings } = answerOf(await checkNewsletter(client, id))
    return { findings, at: new Date().toISOString() }
  }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

const POLL_MS = 1_000

/** The progress of a sending, polled while it runs. */
export const progressQuery = (issue: Pick<NewsletterIssue, 'id' | 'status'>) => ({
  ...deskQuery(
    [...issueKey(issue.id), 'progress'],
    async (client) => answerOf(await readNewsletterProgress(client, issue.id)),
    LIVE,
  ),
  refetchInterval: issue.status === 'sending' ? POLL_MS : (false as const),
  placeholderData: keepPreviousData,
})

export const deliveriesQuery = (options: DeliveryListOptions) => ({
  ...deskQuery(
    [...issueKey(options.issueId), 'deliveries', options],
    (client) => listNewsletterDeliveries(client, options),
    LIVE,
  ),
  placeholderData: keepPreviousData,
})

/** A call of a function that changes the newsletter. A refusal is thrown (`describeError`). */
export function useNewsletterCall<Data, Input = void>(
  call: (client: Client, input: Input) => Promise<Answer<Data>>,
  options: Omit<DeskMutationOptions<Input, Data>, 'run' | 'invalidates'> = {},
) {
  return useDeskMutation({
    run: async (client: Client, input: Input) => answerOf(await call(client, input)),
    invalidates: [NEWSLETTER_KEY],
    ...options,
  })
}

/** Returns how a failure is said under a title of its own. */
export const failedAs =
  (title: string) =>
  (description: string): ToastMessage => ({ title, description, variant: 'destructive' })

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
