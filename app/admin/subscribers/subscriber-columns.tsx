import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { subscriberPath } from '#app/admin/kit/paths.ts'
import type { Column } from '#app/admin/kit/table/data-table.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import {
  DeleteSubscriberDialog,
  RowActions,
  useSubscriberActions,
} from '#app/admin/subscribers/subscriber-actions.tsx'
import {
  ConfirmationState,
  SubscriberDate,
  SubscriptionState,
} from '#app/admin/subscribers/subscriber-state.tsx'
import type { SubscriberSort } from '#app/admin/subscribers/subscribers-queries.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import type { NewsletterSubscriber } from '#core/domain/subscriber.ts'

/**
 * The columns of a table of subscribers with their actions, and the dialog of one of them. `results` gets the focus after an action. That the
 * table could not be loaded is said once; its place says it as long as it is so.
 */
export function useSubscriberColumns(results: React.RefObject<HTMLElement | null>, isFailed: boolean) {
  const { toast } = useToast()
  useEffect(() => {
    if (isFailed)
      toast({ title: t('ui.error'), description: t('subscribers.loadFailed'), variant: 'destructive' })
  }, [isFailed, toast])
  const [deleted, setDeleted] = useState<NewsletterSubscriber | null>(null)
  const actions = useSubscriberActions()

  /** The button that was pressed may be gone. */
  async function act(work: Promise<unknown>) {
    await work
    results.current?.focus({ preventScroll: true })
  }

  const columns: Column<NewsletterSubscriber, SubscriberSort>[] = [
    {
      name: t('subscribers.column.email'),
      sort: 'email',
      isHeader: true,
      cell: ({ id, email, language }) => (
        <>
          <Link
            to={subscriberPath(id)}
            className="underline decoration-line underline-offset-4 hover:decoration-current"
          >
            {email}
          </Link>
          <span className="ml-3 inline-block font-normal text-faint text-xs">{languageName(language)}</span>
        </>
      ),
    },
    {
      name: t('subscribers.column.subscribed'),
      sort: 'subscribed_at',
      width: 'xl:w-30',
      className: 'text-soft max-xl:mt-0.5 xl:whitespace-nowrap',
      cell: ({ subscribed_at }) => <SubscriberDate iso={subscribed_at} />,
    },
    {
      name: t('subscribers.column.status'),
      width: 'xl:w-28',
      className: 'max-xl:mt-1',
      cell: ({ confirmed }) => <ConfirmationState confirmed={confirmed} />,
    },
    {
      name: t('subscribers.column.subscription'),
      width: 'xl:w-38',
      className: 'max-xl:mt-1',
      cell: ({ is_active, left_reason }) => (
        <SubscriptionState is_active={is_active} left_reason={left_reason} />
      ),
    },
    {
      name: t('subscribers.column.actions'),
      width: 'xl:w-46 xl:text-right',
      className: 'max-xl:mt-1.5',
      cell: (subscriber) => (
        <RowActions
          subscriber={subscriber}
          onUnsubscribe={() => actions.busy || void act(actions.unsubscribe(subscriber))}
          onBringBack={() => actions.busy || void act(actions.bringBack(subscriber))}
          onDelete={() => setDeleted(subscriber)}
        />
      ),
    },
  ]

  const dialog = deleted && (
    <DeleteSubscriberDialog subscriber={deleted} focusAfter={results} onClose={() => setDeleted(null)} />
  )
  return { columns, dialog }
}
