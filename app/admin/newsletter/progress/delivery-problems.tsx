import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ListPager, ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { deliveriesQuery } from '#app/admin/newsletter/newsletter-queries.ts'
import { useControlSending } from '#app/admin/newsletter/progress/sending-controls.tsx'
import { Button } from '#app/components/ui/button.tsx'

const PAGE_SIZE = 20
const NUMBER = new Intl.NumberFormat('en')

interface DeliveryProblemsProps {
  issueId: string
  status: 'uncertain' | 'failed'
  count: number
  /** True if uncertain messages may be sent again now. */
  canResend?: boolean
}

/** The uncertain or failed deliveries of an issue, each with its reason. */
export function DeliveryProblems(props: DeliveryProblemsProps) {
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

function Rows({ issueId, status, count, canResend = false }: DeliveryProblemsProps) {
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
                    <LocalTime iso={settled_at} precision="zoned" />
                  </span>
                )}
              </li>
            ))}
          </ul>
          <div className="mt-4 empty:hidden">
            <ListPager
              page={page}
              pageSize={PAGE_SIZE}
              total={total}
              labels={{ previous: t('newsletterSending.previous'), next: t('newsletterSending.next') }}
              onPage={setPage}
            />
          </div>
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

interface ResendUncertainProps {
  issueId: string
  /** All uncertain messages of the issue. */
  count: number
  selected: ReadonlySet<number>
  onResent: () => void
}

/** Sends to the selected uncertain recipients again, or to all of them, after a question. */
function ResendUncertain({ issueId, count, selected, onResent }: ResendUncertainProps) {
  const [asked, setAsked] = useState<number[] | 'all' | null>(null)
  const { control, dialog } = useControlSending(issueId, { done: onResent })
  const place = useRef<HTMLDivElement>(null)
  const askedCount = asked === 'all' ? count : (asked?.length ?? 0)

  return (
    <div ref={place} tabIndex={-1} className="mt-3 flex flex-wrap gap-2">
      {selected.size > 0 && (
        <Button variant="secondary" size="sm" onClick={() => setAsked([...selected])}>
          {t('newsletterSending.resend.selected', {
            count: selected.size,
            messages: NUMBER.format(selected.size),
          })}
        </Button>
      )}
      <Button variant="secondary" size="sm" onClick={() => setAsked('all')}>
        {t('newsletterSending.resend.all', { count, messages: NUMBER.format(count) })}
      </Button>
      {asked && (
        <ConfirmDialog
          title={t('newsletterSending.resend.title')}
          action={t('newsletterSending.resend.action')}
          onConfirm={async () => {
            const deliveryIds = asked === 'all' ? undefined : asked
            await control.attempt({ action: 'resend-uncertain', deliveryIds })
          }}
          onClose={() => setAsked(null)}
          focusAfter={place}
        >
          <p>
            {t('newsletterSending.resend.text', { count: askedCount, messages: NUMBER.format(askedCount) })}
          </p>
        </ConfirmDialog>
      )}
      {dialog}
    </div>
  )
}
