import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { type ToastMessage, useToast } from '#app/components/ui/toast.tsx'
import { type EndedIssue, listEndedIssues, readNewsletterProgress } from '#core/data/newsletter-sending.ts'
import { hasReachedNobody, type SendingProgress } from '#core/domain/newsletter-sending.ts'

const NUMBER = new Intl.NumberFormat('en')

/** A separate query, because it is used on every page of the desk. */
const endedIssuesQuery = deskQuery(['newsletter', 'ended'], listEndedIssues, { live: ['newsletter_issues'] })

const endQuery = ({ id, ended_at }: EndedIssue) => ({
  ...deskQuery(['newsletter-end', id, ended_at], async (client) =>
    answerOf(await readNewsletterProgress(client, id)),
  ),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Notifies on every page of the desk how a sending has ended, except those that ended before the desk was opened. */
export function SendingNotifier() {
  const { data: ended } = useQuery(endedIssuesQuery)
  const [before, setBefore] = useState<number | null>(null)
  if (ended && before === null) setBefore(Math.max(0, ...ended.map(momentOf)))
  if (!ended || before === null) return null
  return ended
    .filter((issue) => momentOf(issue) > before)
    .map((issue) => <SendingNotification key={`${issue.id} ${issue.ended_at}`} issue={issue} />)
}

const momentOf = ({ ended_at }: EndedIssue) => (ended_at === null ? 0 : Date.parse(ended_at))

function SendingNotification({ issue }: { issue: EndedIssue }) {
  const { toast } = useToast()
  const { data: progress } = useQuery(endQuery(issue))
  const isTold = useRef(false)
  useEffect(() => {
    if (!progress || isTold.current) return
    isTold.current = true
    toast(describeEnd(progress))
  }, [progress, toast])
  return null
}

/** The outcome of a sending. The reasons of failures are in the console, as the message says. */
function describeEnd(progress: SendingProgress): ToastMessage {
  const { counts, audience, reasons, intoOutbox } = progress
  const sent = t(intoOutbox ? 'newsletterSending.end.outbox' : 'newsletterSending.end.sent', {
    sent: NUMBER.format(counts.sent),
    total: NUMBER.format(audience),
  })
  if (counts.failed === 0)
    return { title: sent, ...(intoOutbox && { description: t('newsletterSending.end.outboxText') }) }
  const failures = reasons.filter(({ status }) => status === 'failed')
  console.error('Messages of the newsletter that failed', failures)
  return {
    title: t('newsletterSending.end.failed', { n: NUMBER.format(counts.failed) }),
    description: hasReachedNobody(progress) ? t('newsletterSending.end.nobody') : sent,
    variant: 'destructive',
  }
}
