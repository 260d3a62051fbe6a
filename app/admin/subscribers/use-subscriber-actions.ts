import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { SUBSCRIBERS_KEY } from '#app/admin/subscribers/subscribers-queries.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { bringBack, isRefusedReturn, unsubscribe } from '#core/data/desk-subscribers.ts'
import type { NewsletterSubscriber } from '#core/domain/subscriber.ts'

type Subscriber = Pick<NewsletterSubscriber, 'id' | 'email'>

/** Unsubscribes somebody, or brings back whom an administrator had removed, and says how that went. */
export function useSubscriberActions() {
  const { toast } = useToast()
  const leave = useDeskMutation({ run: unsubscribe, invalidates: [SUBSCRIBERS_KEY] })
  const come = useDeskMutation({ run: bringBack, invalidates: [SUBSCRIBERS_KEY] })

  return {
    busy: leave.isPending || come.isPending,
    async unsubscribe({ id }: Subscriber) {
      try {
        await leave.mutateAsync(id)
        toast({ title: t('ui.success'), description: t('subscribers.unsubscribed') })
      } catch {
        toast({
          title: t('ui.error'),
          description: t('subscribers.unsubscribeFailed'),
          variant: 'destructive',
        })
      }
    },
    async bringBack({ id, email }: Subscriber) {
      try {
        await come.mutateAsync(id)
        toast({ title: t('ui.success'), description: t('subscribers.broughtBack', { email }) })
      } catch (error) {
        const description = isRefusedReturn(error)
          ? t('subscribers.returnRefused.unknown')
          : describeError(error)
        toast({ title: t('ui.error'), description, variant: 'destructive' })
      }
    },
  }
}
