import MailX from 'lucide-react/icons/mail-x'
import Trash2 from 'lucide-react/icons/trash-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { SUBSCRIBER_LISTS, SUBSCRIBERS_KEY } from '#app/admin/subscribers/subscribers-queries.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { UndoButton } from '#app/admin/ui/undo-button.tsx'
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

/** The actions for a subscriber. Only subscribers whom an administrator has unsubscribed can be restored here. */
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
      {left_reason === 'administrator' && (
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

/** How long an unsubscription can be undone. The database takes it back as a whole within a minute, as the toast waits for whoever reads it. */
const UNDO_MS = 10_000

type Subscriber = Pick<NewsletterSubscriber, 'id' | 'email'>

/** Unsubscribes a subscriber, or restores one that an administrator had unsubscribed, and reports the outcome. */
export function useSubscriberActions() {
  const { toast } = useToast()
  const unsubscribing = useDeskMutation({ run: unsubscribe, invalidates: [SUBSCRIBERS_KEY] })
  const resubscribing = useDeskMutation({ run: bringBack, invalidates: [SUBSCRIBERS_KEY] })

  async function resubscribe({ id }: Subscriber, done: string) {
    try {
      await resubscribing.mutateAsync(id)
      toast({ title: t('ui.success'), description: done })
    } catch (error) {
      const description = isRefusedReturn(error)
        ? t('subscribers.returnRefused.unknown')
        : describeError(error)
      toast({ title: t('ui.error'), description, variant: 'destructive' })
    }
  }

  return {
    busy: unsubscribing.isPending || resubscribing.isPending,
    async unsubscribe(subscriber: Subscriber) {
      try {
        await unsubscribing.mutateAsync(subscriber.id)
        const undone = t('subscribers.undone', { email: subscriber.email })
        toast({
          title: t('ui.success'),
          durationMs: UNDO_MS,
          description: (
            <>
              <span>{t('subscribers.unsubscribed')}</span>{' '}
              <UndoButton onUndo={() => void resubscribe(subscriber, undone)} />
            </>
          ),
        })
      } catch {
        toast({
          title: t('ui.error'),
          description: t('subscribers.unsubscribeFailed'),
          variant: 'destructive',
        })
      }
    },
    bringBack: (subscriber: Subscriber) =>
      resubscribe(subscriber, t('subscribers.broughtBack', { email: subscriber.email })),
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
