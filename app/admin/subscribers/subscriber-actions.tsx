import MailX from 'lucide-react/icons/mail-x'
import Trash2 from 'lucide-react/icons/trash-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { UndoButton } from '#app/admin/kit/ui/undo-button.tsx'
import { SUBSCRIBER_LISTS, SUBSCRIBERS_KEY } from '#app/admin/subscribers/subscribers-queries.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { bringBack, deleteSubscriber, isRefusedReturn, unsubscribe } from '#core/data/desk-subscribers.ts'
import type { NewsletterSubscriber } from '#core/domain/subscriber.ts'

interface RowActionsProps {
  subscriber: NewsletterSubscriber
  onUnsubscribe: () => void
  onBringBack: () => void
  onDelete: () => void
}

const ACTION =
  'inline-flex min-h-9 min-w-9 items-center justify-center gap-1.5 rounded-sm px-2 text-soft transition-colors hover:bg-line/60 hover:text-ink'

/** The actions for a subscriber. Only subscribers whom an administrator has unsubscribed, or whom nothing reached, can be restored here. */
export function RowActions({ subscriber, onUnsubscribe, onBringBack, onDelete }: RowActionsProps) {
  const { email, is_active, left_reason } = subscriber
  return (
    <div className="-my-2 flex flex-wrap items-center max-xl:-ml-2 xl:-mr-2 xl:justify-end">
      {is_active && (
        <button
          type="button"
          aria-label={t('subscribers.action.unsubscribe', { email })}
          onClick={onUnsubscribe}
          className={ACTION}
        >
          <MailX aria-hidden size={16} />
          {t('subscribers.action.unsubscribeShort')}
        </button>
      )}
      {(left_reason === 'administrator' || left_reason === 'undelivered') && (
        <button
          type="button"
          aria-label={t('subscribers.action.bringBack', { email })}
          onClick={onBringBack}
          className={ACTION}
        >
          <Undo2 aria-hidden size={16} />
          {t('subscribers.action.bringBackShort')}
        </button>
      )}
      <button
        type="button"
        aria-label={t('subscribers.action.delete', { email })}
        onClick={onDelete}
        className={`${ACTION} hover:text-red`}
      >
        <Trash2 aria-hidden size={16} />
      </button>
    </div>
  )
}

/**
 * The time for which an unsubscription can be undone. The database takes it back as a whole within a minute, as the toast waits for whoever
 * reads it.
 */
const UNDO_MS = 10_000

type Subscriber = Pick<NewsletterSubscriber, 'id' | 'email'>

/** Unsubscribes a subscriber, or restores one that an administrator had unsubscribed, and reports the outcome. */
export function useSubscriberActions() {
  const resubscribing = useDeskMutation({
    run: (client, { id }: { id: string; said: string }) => bringBack(client, id),
    done: (_, { said }) => said,
    failed: (description, error) =>
      isRefusedReturn(error) ? t('subscribers.returnRefused.unknown') : description,
    invalidates: [SUBSCRIBERS_KEY],
  })
  const unsubscribing = useDeskMutation({
    run: (client, { id }: Subscriber) => unsubscribe(client, id),
    done: (_, { id, email }) => ({
      title: t('ui.success'),
      durationMs: UNDO_MS,
      description: (
        <>
          <span>{t('subscribers.unsubscribed')}</span>{' '}
          <UndoButton
            onUndo={() => void resubscribing.attempt({ id, said: t('subscribers.undone', { email }) })}
          />
        </>
      ),
    }),
    failed: () => t('subscribers.unsubscribeFailed'),
    invalidates: [SUBSCRIBERS_KEY],
  })

  return {
    busy: unsubscribing.isPending || resubscribing.isPending,
    unsubscribe: unsubscribing.attempt,
    bringBack: ({ id, email }: Subscriber) =>
      resubscribing.attempt({ id, said: t('subscribers.broughtBack', { email }) }),
  }
}

interface DeleteSubscriberDialogProps {
  subscriber: Pick<NewsletterSubscriber, 'id' | 'email'>
  focusAfter: React.RefObject<HTMLElement | null>
  onDeleted?: () => void
  onClose: () => void
}

/** Asks before a subscriber is deleted for good. */
export function DeleteSubscriberDialog(props: DeleteSubscriberDialogProps) {
  const { subscriber, focusAfter, onDeleted, onClose } = props
  const { toast } = useToast()
  const remove = useDeskMutation({ run: deleteSubscriber, invalidates: SUBSCRIBER_LISTS })

  async function confirm() {
    try {
      await remove.mutateAsync(subscriber.id)
      onDeleted?.()
      toast({ title: t('ui.success'), description: t('subscribers.deleted') })
    } catch (error) {
      toast({ title: t('ui.error'), description: t('subscribers.deleteFailed'), variant: 'destructive' })
      throw error
    }
  }

  return (
    <ConfirmDialog
      title={t('subscribers.delete.title')}
      action={t('subscribers.delete.action')}
      onConfirm={confirm}
      onClose={onClose}
      focusAfter={focusAfter}
    >
      <p className="wrap-anywhere">{t('subscribers.delete.body', { email: subscriber.email })}</p>
      <p>{t('subscribers.delete.erase')}</p>
    </ConfirmDialog>
  )
}
