import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useMailLeaves } from '#app/admin/mail/outbox/outbox-queries.ts'
import { SUBSCRIBERS_KEY } from '#app/admin/subscribers/subscribers-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { sendConfirmationAgain } from '#core/data/desk-subscribers.ts'
import type { SubscriberRecord } from '#core/domain/subscriber-record.ts'

/** Mails a pending subscriber another confirmation link, as when the first one stayed in the outbox. */
export function ConfirmAgain({ subscriber: { id, email } }: { subscriber: SubscriberRecord }) {
  const { toast } = useToast()
  const stays = useMailLeaves() === false
  const send = useDeskMutation({ run: sendConfirmationAgain, invalidates: [SUBSCRIBERS_KEY] })

  async function sendAgain() {
    const answer = await send.mutateAsync(id).catch((error: unknown) => ({
      status: 'refused' as const,
      message: describeError(error),
    }))
    if (answer.status === 'refused')
      return toast({ title: t('ui.error'), description: answer.message, variant: 'destructive' })
    toast({
      title: t('ui.success'),
      description: t(
        stays ? 'subscribers.person.confirmAgain.stays' : 'subscribers.person.confirmAgain.done',
        {
          email,
        },
      ),
    })
  }

  return (
    <Button
      variant="secondary"
      className="mt-5"
      aria-disabled={send.isPending}
      onClick={() => send.isPending || void sendAgain()}
    >
      {send.isPending ? t('ui.oneMoment') : t('subscribers.person.confirmAgain')}
    </Button>
  )
}
