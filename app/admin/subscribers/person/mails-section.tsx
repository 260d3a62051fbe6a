import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { MailState } from '#app/admin/outbox/mail-state.tsx'
import { MAIL_KINDS } from '#app/admin/outbox/outbox-table.ts'
import { RecordSection } from '#app/admin/subscribers/person/record-section.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import type { SubscriberRecord } from '#core/domain/subscriber-record.ts'

const KIND_NAMES = new Map<string, string>(MAIL_KINDS)

/** Mails about the subscription itself, such as the one with the link that confirms it. */
export function MailsSection({ mails }: Pick<SubscriberRecord, 'mails'>) {
  return (
    <RecordSection
      id="mails"
      title={t('subscribers.person.mails')}
      intro={t('subscribers.person.mails.intro')}
      rows={mails}
      none={t('subscribers.person.mails.none')}
    >
      {({ id, kind, status, created_at }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-5 gap-y-0.5 py-2.5">
          <Link
            to={`/admin/outbox?open=${id}`}
            className="underline decoration-line underline-offset-4 hover:decoration-current"
          >
            {KIND_NAMES.get(kind) ?? kind}
          </Link>
          <span className="flex flex-wrap gap-x-3">
            <MailState status={status} />
            <span className="text-faint">
              <LocalTime iso={created_at} precision="minute" />
            </span>
          </span>
        </li>
      )}
    </RecordSection>
  )
}
