import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { DeleteSubscriberDialog } from '#app/admin/subscribers/delete-subscriber-dialog.tsx'
import { BouncesSection } from '#app/admin/subscribers/person/bounces-section.tsx'
import { ConsentSection } from '#app/admin/subscribers/person/consent-section.tsx'
import { EraseSection } from '#app/admin/subscribers/person/erase-section.tsx'
import { ExportSection } from '#app/admin/subscribers/person/export-section.tsx'
import { Fact, Facts } from '#app/admin/subscribers/person/facts.tsx'
import { IssuesSection } from '#app/admin/subscribers/person/issues-section.tsx'
import { MailsSection } from '#app/admin/subscribers/person/mails-section.tsx'
import { RowActions } from '#app/admin/subscribers/row-actions.tsx'
import { SUBSCRIBERS_PATH } from '#app/admin/subscribers/subscriber-paths.ts'
import { ConfirmationState, SubscriptionState } from '#app/admin/subscribers/subscriber-state.tsx'
import { useSubscriberActions } from '#app/admin/subscribers/use-subscriber-actions.ts'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import type { SubscriberRecord } from '#core/domain/subscriber-record.ts'

const SUPPRESSED = {
  bounced: t('subscribers.person.suppressed.bounced'),
  complained: t('subscribers.person.suppressed.complained'),
  erased: t('subscribers.person.suppressed.erased'),
}
const RETURN_REFUSED = {
  unsubscribed: t('subscribers.returnRefused.unsubscribed'),
  administrator: t('subscribers.returnRefused.administrator'),
  bounced: t('subscribers.returnRefused.bounced'),
  complained: t('subscribers.returnRefused.complained'),
}

/** Everything that is known of one subscriber, and what can be done about it. */
export function SubscriberView({ subscriber }: { subscriber: SubscriberRecord }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const actions = useSubscriberActions()
  const [deletes, setDeletes] = useState(false)
  const isGone = useRef(false)
  const { email, language, subscribed_at, confirmed, confirmed_at, is_active, left_at, left_reason } =
    subscriber

  async function act(work: Promise<void>) {
    await work
    heading.current?.focus({ preventScroll: true })
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="font-display font-medium text-title-lg wrap-anywhere">
        {email}
      </h1>
      {subscriber.suppressed && (
        <Notice tone="warning" className="mt-4">
          <p>{SUPPRESSED[subscriber.suppressed.reason]}</p>
        </Notice>
      )}
      <div className="mt-5 mb-8">
        <Facts>
          <Fact name={t('subscribers.column.status')}>
            <ConfirmationState confirmed={confirmed} />
          </Fact>
          <Fact name={t('subscribers.column.subscription')}>
            <SubscriptionState is_active={is_active} left_reason={left_reason} />
            {left_reason && <span className="mt-0.5 block text-soft">{RETURN_REFUSED[left_reason]}</span>}
          </Fact>
          <Fact name={t('subscribers.person.language')}>{languageName(language)}</Fact>
          <Fact name={t('subscribers.column.subscribed')}>
            <LocalTime iso={subscribed_at} precision="minute" />
          </Fact>
          {confirmed_at && (
            <Fact name={t('subscribers.person.confirmed')}>
              <LocalTime iso={confirmed_at} precision="minute" />
            </Fact>
          )}
          {left_at && (
            <Fact name={t('subscribers.person.leftAt')}>
              <LocalTime iso={left_at} precision="minute" />
            </Fact>
          )}
        </Facts>
        <div className="mt-4 flex text-sm xl:-ml-2">
          <RowActions
            subscriber={subscriber}
            onUnsubscribe={() => actions.busy || void act(actions.unsubscribe(subscriber))}
            onBringBack={() => actions.busy || void act(actions.bringBack(subscriber))}
            onDelete={() => setDeletes(true)}
          />
        </div>
      </div>
      <ConsentSection subscriber={subscriber} />
      <IssuesSection subscriber={subscriber} />
      <BouncesSection bounces={subscriber.bounces} />
      <MailsSection mails={subscriber.mails} />
      <ExportSection subscriber={subscriber} />
      <EraseSection subscriber={subscriber} />
      {deletes && (
        <DeleteSubscriberDialog
          subscriber={subscriber}
          focusAfter={heading}
          onDeleted={() => {
            isGone.current = true
          }}
          onClose={() => {
            setDeletes(false)
            if (isGone.current) void navigate(SUBSCRIBERS_PATH)
          }}
        />
      )}
    </>
  )
}
