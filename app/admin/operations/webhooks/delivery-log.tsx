import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { ListPager, ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import {
  DELIVERIES_PER_PAGE,
  deliveriesQuery,
  describeDelivery,
  WEBHOOKS_KEY,
} from '#app/admin/operations/webhooks/describe-webhook.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { resendWebhookDelivery, type WebhookDelivery } from '#core/data/webhooks.ts'

/** Shows what was sent to a webhook, and what became of it. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const [page, setPage] = useState(1)
  const list = useRef<HTMLUListElement>(null)
  const deliveries = useQuery({
    ...deliveriesQuery(webhookId, page),
    placeholderData: keepPreviousData,
  })
  return (
    <QueryView query={deliveries} what={t('webhooks.log')} pending={<ListSkeleton rows={4} />}>
      {({ rows, total }) =>
        total === 0 ? (
          <p className="text-sm text-soft">{t('webhooks.log.none')}</p>
        ) : (
          <>
            <ul ref={list} tabIndex={-1} aria-labelledby="log" className="mb-5 divide-y divide-line">
              {rows.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} />
              ))}
            </ul>
            <ListPager
              page={page}
              pageSize={DELIVERIES_PER_PAGE}
              total={total}
              labels={{ previous: t('webhooks.log.newer'), next: t('webhooks.log.older') }}
              onPage={(next) => {
                setPage(next)
                list.current?.focus()
              }}
            />
          </>
        )
      }
    </QueryView>
  )
}

function DeliveryRow({ delivery }: { delivery: WebhookDelivery }) {
  const resend = useDeskMutation({
    run: resendWebhookDelivery,
    done(answer) {
      answerOf(answer)
      return t('webhooks.log.resent')
    },
    invalidates: [WEBHOOKS_KEY],
  })
  const { id, event, happened_at, attempts, attempted_at, due_at, status, http_status, answer } = delivery
  const { tone, label, text } = describeDelivery(delivery)

  return (
    <li className="flex items-start justify-between gap-5 py-4 first:pt-0 max-sm:flex-wrap max-sm:gap-y-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <code className="font-medium font-mono">{event}</code>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="mt-1 text-sm text-soft">
          <LocalTime iso={happened_at} precision="minute" />
          {titleOf(delivery) && ` · ${titleOf(delivery)}`}
        </p>
        {text && <p className="mt-0.5 text-sm text-soft wrap-anywhere">{text}</p>}
        {attempted_at && (
          <p className="mt-0.5 text-faint text-sm">
            <FilledMessage
              text={t('webhooks.log.attempts', { count: attempts })}
              values={{ time: <LocalTime iso={attempted_at} precision="minute" /> }}
            />
            {status === 'waiting' && attempts > 0 && (
              <>
                {' '}
                <FilledMessage
                  text={t('webhooks.log.next')}
                  values={{ time: <LocalTime iso={due_at} precision="minute" /> }}
                />
              </>
            )}
          </p>
        )}
        {http_status !== null && (
          <p className="mt-0.5 text-faint text-sm wrap-anywhere">
            {answer
              ? t('webhooks.log.answer', { status: http_status, answer })
              : t('webhooks.log.emptyAnswer', { status: http_status })}
          </p>
        )}
      </div>
      {status !== 'waiting' && (
        <Button
          variant="secondary"
          size="sm"
          className="shrink-0"
          aria-label={t('webhooks.log.sendAgainNamed', { event })}
          aria-disabled={resend.isPending}
          onClick={() => resend.isPending || void resend.attempt(id)}
        >
          {t('webhooks.log.sendAgain')}
        </Button>
      )}
    </li>
  )
}

/** Returns the title of what it is about, where readers know it. */
const titleOf = ({ data }: WebhookDelivery): string => (typeof data.title === 'string' ? data.title : '')
