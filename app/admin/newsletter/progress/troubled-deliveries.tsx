import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { deliveriesQuery } from '#app/admin/newsletter/newsletter-queries.ts'
import { ResendUncertain } from '#app/admin/newsletter/progress/resend-uncertain.tsx'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { ListPager } from '#app/admin/ui/list-pager.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'

const PAGE_SIZE = 20
const NUMBER = new Intl.NumberFormat('en')

interface TroubledDeliveriesProps {
  issueId: string
  status: 'uncertain' | 'failed'
  count: number
  /** Whether uncertain messages may be sent again now. */
  canResend?: boolean
}

/** The messages of which it is unknown whether they arrived, or that could not be sent, each with its reason. */
export function TroubledDeliveries(props: TroubledDeliveriesProps) {
  const { status, count } = props
  const [isOpen, setIsOpen] = useState(false)
  const isUncertain = status === 'uncertain'
  return (
    <details className="border-line border-t py-2" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-9 cursor-pointer items-center font-medium text-sm underline underline-offset-4">
        {t(isUncertain ? 'newsletterSending.uncertain' : 'newsletterSending.failures', {
          count,
          messages: NUMBER.format(count),
        })}
      </summary>
      <p className="mt-1 mb-2 max-w-prose text-soft text-sm">
        {t(isUncertain ? 'newsletterSending.uncertain.text' : 'newsletterSending.failures.text')}
      </p>
      {isOpen && <Rows {...props} />}
    </details>
  )
}

function Rows({ issueId, status, count, canResend = false }: TroubledDeliveriesProps) {
  const [page, setPage] = useState(1)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number) => setSelected(selected.symmetricDifference(new Set([id])))
  const deliveries = useQuery(deliveriesQuery({ issueId, status, page, pageSize: PAGE_SIZE }))
  return (
    <QueryView
      query={deliveries}
      what={t('newsletterSending.deliveries')}
      pending={<ListSkeleton rows={3} />}
    >
      {({ rows, total }) => (
        <>
          <ul className="mt-3 divide-y divide-line text-sm">
            {rows.map(({ id, email, reason, settled_at }) => (
              <li key={id} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2">
                <span className="flex min-w-0 gap-2.5">
                  {canResend && email && (
                    <input
                      type="checkbox"
                      className="mt-0.5 size-6 shrink-0 accent-ink"
                      checked={selected.has(id)}
                      onChange={() => toggle(id)}
                      aria-label={t('newsletterSending.resend.select', { name: email })}
                    />
                  )}
                  <span className="min-w-0 wrap-anywhere">
                    {email ?? t('newsletterSending.deleted')}
                    {reason && <span className="block text-faint">{reason}</span>}
                  </span>
                </span>
                {settled_at && (
                  <span className="text-faint">
                    <LocalTime iso={settled_at} precision="minute" />
                  </span>
                )}
              </li>
            ))}
          </ul>
          <ListPager
            page={page}
            pageSize={PAGE_SIZE}
            total={total}
            labels={{ previous: t('newsletterSending.previous'), next: t('newsletterSending.next') }}
            onPage={setPage}
          />
          {canResend && (
            <ResendUncertain
              issueId={issueId}
              count={count}
              selected={selected}
              onResent={() => setSelected(new Set())}
            />
          )}
        </>
      )}
    </QueryView>
  )
}
