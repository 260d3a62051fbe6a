import { keepPreviousData } from '@tanstack/react-query'
import { answerOf } from '#app/admin/errors/answer-refusal.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { type DeskMutationOptions, useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
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
import type { IssueStatus, NewsletterIssue } from '#core/domain/newsletter-issue.ts'

export const NEWSLETTER_KEY = ['newsletter']
export const issueKey = (id: string) => [...NEWSLETTER_KEY, 'issue', id]

/** Every change of an issue, its texts or its items raises its revision, so this table announces all of them. */
const LIVE = { live: ['newsletter_issues'] } as const

/** The statuses of issues that are still in work. */
const UNFINISHED: readonly IssueStatus[] = ['draft', 'approved', 'scheduled', 'sending', 'paused']

export const issueQuery = (id: string) =>
  deskQuery(issueKey(id), (client) => findNewsletterIssue(client, id), LIVE)

export const issuesQuery = (options: IssueListOptions) =>
  deskQuery([...NEWSLETTER_KEY, 'issues', options], (client) => listNewsletterIssues(client, options), LIVE)

/** The issue that is being worked on: the newest one that is not finished. */
export const currentIssueQuery = deskQuery(
  [...NEWSLETTER_KEY, 'current'],
  async (client) => {
    const { rows } = await listNewsletterIssues(client, { statuses: UNFINISHED, page: 1, pageSize: 1 })
    return rows[0]?.id ?? null
  },
  LIVE,
)

interface Checked {
  findings: ChecklistFinding[]
  /** The revision that was checked; the issue may have been changed since. */
  revision: number
  at: string
}

/** The checklist requests the linked pages, so it runs only on demand. */
export const checkQuery = ({ id, revision }: Pick<NewsletterIssue, 'id' | 'revision'>) => ({
  ...deskQuery<Checked>([...CHECK_KEY, id], async (client) => {
    const { findings } = answerOf(await checkNewsletter(client, id))
    return { findings, revision, at: new Date().toISOString() }
  }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** Not below the key of the newsletter, because the result stays until the checklist runs again. */
const CHECK_KEY = ['newsletter-check']

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

/** How a failure is said under a title of its own. */
export const failedAs =
  (title: string) =>
  (description: string): ToastMessage => ({ title, description, variant: 'destructive' })
