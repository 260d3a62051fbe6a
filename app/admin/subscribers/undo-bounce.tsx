import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { SUBSCRIBERS_KEY } from '#app/admin/subscribers/subscribers-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { undoBounce } from '#core/data/desk-subscribers.ts'
import type { SubscriberRecord } from '#core/domain/subscriber-record.ts'

/** Whether no report that is stored says that the mailbox is gone. The server judges those that were stored before failures were classified. */
export function canUndoBounce({ left_reason, bounces }: SubscriberRecord): boolean {
  const ends = bounces.filter(({ kind }) => kind === 'permanent')
  return left_reason === 'bounced' && ends.length > 0 && ends.every(({ fault }) => fault !== 'gone')
}

/** Brings back a subscriber who was ended by a report that says nothing of the mailbox. */
export function UndoBounce({ subscriber: { id, email } }: { subscriber: SubscriberRecord }) {
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
