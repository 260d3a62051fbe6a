import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { SUBSCRIBERS_PATH } from '#app/admin/kit/paths.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { MAIL_KINDS, useMailLeaves } from '#app/admin/mail/mail-queries.ts'
import { MailState } from '#app/admin/mail/outbox/mail-state.tsx'
import { useSectionName } from '#app/admin/settings/sections/use-sections.ts'
import {
  ConsentSection,
  EraseSection,
  ExportSection,
  Fact,
  Facts,
  IssuesSection,
  RecordSection,
} from '#app/admin/subscribers/record-sections.tsx'
import {
  DeleteSubscriberDialog,
  RowActions,
  useSubscriberActions,
} from '#app/admin/subscribers/subscriber-actions.tsx'
import {
  ConfirmationState,
  FAULT_NAMES,
  SubscriptionState,
} from '#app/admin/subscribers/subscriber-state.tsx'
import { SUBSCRIBERS_KEY } from '#app/admin/subscribers/subscribers-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { sendConfirmationAgain, undoBounce } from '#core/data/desk-subscribers.ts'
import type { Bounce, SubscriberRecord } from '#core/domain/subscriber-record.ts'

const KIND_NAMES = new Map<string, string>(MAIL_KINDS)

const KINDS: Record<Bounce['kind'], string> = {
  permanent: t('subscribers.person.bounce.permanent'),
  temporary: t('subscribers.person.bounce.temporary'),
  refused: t('subscribers.person.bounce.refused'),
  complaint: t('subscribers.person.bounce.complaint'),
  left: t('subscribers.person.bounce.left'),
}

const SUPPRESSED = {
  bounced: t('subscribers.person.suppressed.bounced'),
  complained: t('subscribers.person.suppressed.complained'),
  erased: t('subscribers.person.suppressed.erased'),
  unsubscribed: t('subscribers.person.suppressed.unsubscribed'),
}
const RETURN_REFUSED = {
  unsubscribed: t('subscribers.returnRefused.unsubscribed'),
  administrator: t('subscribers.returnRefused.administrator'),
  bounced: t('subscribers.returnRefused.bounced'),
  complained: t('subscribers.returnRefused.complained'),
  undelivered: t('subscribers.returnRefused.undelivered'),
}

/** Everything that is known of one subscriber, and what can be done about it. */
export function SubscriberView({ subscriber }: { subscriber: SubscriberRecord }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const actions = useSubscriberActions()
  const sectionName = useSectionName()
  const [deletes, setDeletes] = useState(false)
  const isDeleted = useRef(false)
  const { email, language, subscribed_at, confirmed, confirmed_at, is_active, left_at, left_reason } =
    subscriber

  async function act(work: Promise<unknown>) {
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
          {subscriber.sections && (
            <Fact name={t('subscribers.person.sections')}>
              {subscriber.sections.map(sectionName).join(', ')}
            </Fact>
          )}
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
        {canUndoBounce(subscriber) && <UndoBounce subscriber={subscriber} />}
        {is_active && !confirmed && !subscriber.suppressed && <ConfirmAgain subscriber={subscriber} />}
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
            isDeleted.current = true
          }}
          onClose={() => {
            setDeletes(false)
            if (isDeleted.current) void navigate(SUBSCRIBERS_PATH)
          }}
        />
      )}
    </>
  )
}

/** Mail that came back, and complaints. */
function BouncesSection({ bounces }: Pick<SubscriberRecord, 'bounces'>) {
  return (
    <RecordSection
      id="bounces"
      title={t('subscribers.person.bounces')}
      intro={t('subscribers.person.bounces.intro')}
      rows={bounces}
      none={t('subscribers.person.bounces.none')}
    >
      {({ id, kind, fault, said_by, source, status, detail, reported_at }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-5 gap-y-0.5 py-2.5">
          <span className="min-w-0 wrap-anywhere">
            {fault ? FAULT_NAMES[fault] : KINDS[kind]}
            <span className="block text-soft">
              {[said_by ?? source, status, detail].filter(Boolean).join(' · ')}
            </span>
          </span>
          <span className="text-faint">
            <LocalTime iso={reported_at} precision="minute" />
          </span>
        </li>
      )}
    </RecordSection>
  )
}

/** Mails about the subscription itself, such as the one with the link that confirms it. */
function MailsSection({ mails }: Pick<SubscriberRecord, 'mails'>) {
  return (
    <RecordSection
      id="mails"
      title={t('subscribers.person.mails')}
      intro={t('subscribers.person.mails.intro')}
      rows={mails}
      none={t('subscribers.person.mails.none')}
    >
      {(mail) => (
        <li key={mail.id} className="flex flex-wrap justify-between gap-x-5 gap-y-0.5 py-2.5">
          <Link
            to={`/admin/outbox?open=${mail.id}`}
            className="underline decoration-line underline-offset-4 hover:decoration-current"
          >
            {KIND_NAMES.get(mail.kind) ?? mail.kind}
          </Link>
          <span className="flex flex-wrap gap-x-3">
            <MailState mail={mail} />
            <span className="text-faint">
              <LocalTime iso={mail.created_at} precision="minute" />
            </span>
          </span>
        </li>
      )}
    </RecordSection>
  )
}

/**
 * Tells whether no report that is stored says that the mailbox is gone. The server judges those that were stored before failures were
 * classified.
 */
function canUndoBounce({ left_reason, bounces }: SubscriberRecord): boolean {
  const ends = bounces.filter(({ kind }) => kind === 'permanent')
  return left_reason === 'bounced' && ends.length > 0 && ends.every(({ fault }) => fault !== 'gone')
}

/** Brings back a subscriber who was ended by a report that says nothing of the mailbox. */
function UndoBounce({ subscriber: { id, email } }: { subscriber: SubscriberRecord }) {
  const { toast } = useToast()
  const undo = useDeskMutation({ run: undoBounce, invalidates: [SUBSCRIBERS_KEY] })

  async function bringBack() {
    const answer = await undo.mutateAsync(id).catch((error: unknown) => ({
      status: 'refused' as const,
      message: describeError(error),
    }))
    if (answer.status === 'refused')
      return toast({ title: t('ui.error'), description: answer.message, variant: 'destructive' })
    toast({ title: t('ui.success'), description: t('subscribers.broughtBack', { email }) })
  }

  return (
    <Button
      variant="secondary"
      className="mt-3"
      aria-disabled={undo.isPending}
      onClick={() => undo.isPending || void bringBack()}
    >
      {undo.isPending ? t('ui.oneMoment') : t('ui.undo')}
    </Button>
  )
}

/** Mails a pending subscriber another confirmation link, as when the first one stayed in the outbox. */
function ConfirmAgain({ subscriber: { id, email } }: { subscriber: SubscriberRecord }) {
  const { toast } = useToast()
  const stays = useMailLeaves() === false
  const send = useDeskMutation({ run: sendConfirmationAgain, invalidates: [SUBSCRIBERS_KEY] })

  async function sendAgain() {
    const answer = await send.mutateAsync(id).catch((error: unknown) => ({
      status: 'refused' as const,
      message: describeError(error),
    }))
    if (answer.status === 'refused')
      return toast({ title: t('ui.error'), description: answer.message, variant: 'destructive' })
    toast({
      title: t('ui.success'),
      description: t(
        stays ? 'subscribers.person.confirmAgain.stays' : 'subscribers.person.confirmAgain.done',
        {
          email,
        },
      ),
    })
  }

  return (
    <Button
      variant="secondary"
      className="mt-5"
      aria-disabled={send.isPending}
      onClick={() => send.isPending || void sendAgain()}
    >
      {send.isPending ? t('ui.oneMoment') : t('subscribers.person.confirmAgain')}
    </Button>
  )
}
