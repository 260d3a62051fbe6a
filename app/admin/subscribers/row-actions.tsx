import MailX from 'lucide-react/icons/mail-x'
import Trash2 from 'lucide-react/icons/trash-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { t } from '#app/admin/messages.ts'
import type { NewsletterSubscriber } from '#core/domain/subscriber.ts'

interface RowActionsProps {
  subscriber: NewsletterSubscriber
  onUnsubscribe: () => void
  onBringBack: () => void
  onDelete: () => void
}

const ACTION =
  'inline-flex min-h-9 min-w-9 items-center justify-center gap-1.5 rounded-sm px-2 text-soft transition-colors hover:bg-line/60 hover:text-ink'

/** What can be done with a subscriber of the list. Who left by themselves can only come back by themselves. */
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
