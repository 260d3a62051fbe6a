import { t } from '#app/admin/kit/messages.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { useNameOfEditor } from '#app/admin/stories/history/history-queries.ts'
import type { NewsletterIssueEvent } from '#core/domain/newsletter-issue.ts'

const WORDS: Record<NewsletterIssueEvent['event'], string> = {
  draft: t('newsletter.event.draft'),
  approved: t('newsletter.event.approved'),
  scheduled: t('newsletter.event.scheduled'),
  sending: t('newsletter.event.sending'),
  paused: t('newsletter.event.paused'),
  sent: t('newsletter.event.sent'),
  cancelled: t('newsletter.event.cancelled'),
  held: t('newsletter.event.held'),
  tested: t('newsletter.event.tested'),
  rehearsed: t('newsletter.event.rehearsed'),
  retried: t('newsletter.event.retried'),
  resent: t('newsletter.event.resent'),
  waiting: t('newsletter.event.waiting'),
  continued: t('newsletter.event.continued'),
}

/** The sums at the end of a sending name the statuses of messages, which the desk has words for. */
const inWords = (event: NewsletterIssueEvent['event'], reason: string) =>
  event === 'sent' ? reason.replace(/\buncertain\b/, 'possibly sent') : reason

/** The same of an issue whose messages stay in the outbox. */
const OUTBOX_WORDS: Partial<typeof WORDS> = {
  sending: t('newsletter.event.sendingOutbox'),
  sent: t('newsletter.event.sentOutbox'),
}

interface IssueEventsProps {
  events: readonly NewsletterIssueEvent[]
  intoOutbox: boolean
  reachedNobody: boolean
}

/** The history of an issue, the latest event first. */
export function IssueEvents({ events, intoOutbox, reachedNobody }: IssueEventsProps) {
  const nameOf = useNameOfEditor()
  if (events.length === 0) return null
  return (
    <section aria-labelledby="issue-history" className="mt-10 border-line border-t pt-8">
      <h2 id="issue-history" tabIndex={-1} className="mb-3 font-semibold">
        {t('newsletter.events')}
      </h2>
      <ol className="divide-y divide-line text-sm">
        {events.toReversed().map(({ id, event, actor, happened_at, reason }, index) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5">
            <span className="min-w-0 wrap-anywhere">
              <span className="block">
                {/* An issue begins as a draft, and later becomes one again. */}
                {event === 'draft' && index === events.length - 1
                  ? t('newsletter.event.begun')
                  : wordsOf(event)}
              </span>
              {reason && <span className="block text-soft">{inWords(event, reason)}</span>}
            </span>
            <span className="text-faint">
              {nameOf(actor)} · <LocalTime iso={happened_at} precision="zoned" />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )

  function wordsOf(event: NewsletterIssueEvent['event']): string {
    if (event === 'sent' && reachedNobody) return t('newsletterSending.title.notSent')
    return (intoOutbox && OUTBOX_WORDS[event]) || WORDS[event]
  }
}
