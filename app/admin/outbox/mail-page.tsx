import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { MailState } from '#app/admin/outbox/mail-state.tsx'
import { MailView } from '#app/admin/outbox/mail-view.tsx'
import { mailQuery } from '#app/admin/outbox/outbox-queries.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import type { FoundMail } from '#core/data/mails.ts'

/** One mail, shown instead of the list. Its heading gets focus. */
export function MailPage({ id, backTo }: { id: string; backTo: string }) {
  const mail = useQuery(mailQuery(id))
  return (
    <>
      <Link
        to={backTo}
        className="mb-4 inline-flex min-h-9 items-center gap-2 text-sm text-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden size={16} />
        {t('outbox.mail.back')}
      </Link>
      <QueryView query={mail} what={t('outbox.mail.what')} pending={<ListSkeleton rows={4} />}>
        {(found) => (found ? <Mail {...found} /> : <p className="text-soft">{t('outbox.mail.missing')}</p>)}
      </QueryView>
    </>
  )
}

function Mail({ delivery, stored }: FoundMail) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { subject, recipient, status, last_error, attempts, created_at } = delivery
  return (
    <article aria-labelledby="mail-subject" className="max-w-3xl">
      <h2
        id="mail-subject"
        ref={heading}
        tabIndex={-1}
        className="break-words font-display font-medium text-title"
      >
        {subject}
      </h2>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm">
        <dt className="text-faint">{t('outbox.mail.to')}</dt>
        <dd className="min-w-0 break-words">{recipient}</dd>
        <dt className="text-faint">{t('outbox.date')}</dt>
        <dd>
          <LocalTime iso={created_at} precision="minute" />
        </dd>
        <dt className="text-faint">{t('outbox.statusLabel')}</dt>
        <dd className="flex min-w-0 flex-wrap gap-x-2">
          <MailState status={status} />
          {attempts > 1 && <span className="text-faint">{t('outbox.mail.tries', { count: attempts })}</span>}
        </dd>
        {last_error && (
          <>
            <dt className="text-faint">{t('outbox.mail.error')}</dt>
            <dd className="min-w-0 break-words text-soft">{last_error}</dd>
          </>
        )}
      </dl>
      {stored ? (
        <MailView mail={stored} />
      ) : (
        <p className="mt-6 border-line border-t pt-5 text-sm text-soft">{t('outbox.mail.notStored')}</p>
      )}
      {(status === 'failed' || status === 'uncertain') && (
        <p className="mt-3 text-sm text-soft">{t('outbox.mail.notSentAgain')}</p>
      )}
    </article>
  )
}
