import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { SUBSCRIBER_LISTS } from '#app/admin/subscribers/subscribers-queries.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { deleteSubscriber } from '#core/data/desk-subscribers.ts'
import type { NewsletterSubscriber } from '#core/domain/subscriber.ts'

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
