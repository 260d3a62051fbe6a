import { useRef, useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { describeFailure } from '#app/admin/newsletter/newsletter-refusal.ts'
import { useNewsletterCall } from '#app/admin/newsletter/use-newsletter-call.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Client } from '#core/data/client.ts'
import { controlNewsletter } from '#core/data/newsletter-sending.ts'

const NUMBER = new Intl.NumberFormat('en')

interface ResendUncertainProps {
  issueId: string
  /** All uncertain messages of the issue. */
  count: number
  selected: ReadonlySet<number>
  onResent: () => void
}

/** Sends to the selected uncertain recipients again, or to all of them, after a question. */
export function ResendUncertain({ issueId, count, selected, onResent }: ResendUncertainProps) {
  const { toast } = useToast()
  const [asked, setAsked] = useState<number[] | 'all' | null>(null)
  const resend = useNewsletterCall((client: Client, ids: number[] | undefined) =>
    controlNewsletter(client, issueId, 'resend-uncertain', ids),
  )
  const place = useRef<HTMLDivElement>(null)
  const askedCount = asked === 'all' ? count : (asked?.length ?? 0)

  async function confirm() {
    try {
      await resend.mutateAsync(asked === 'all' || asked === null ? undefined : asked)
      onResent()
    } catch (error) {
      toast({
        title: t('newsletterSending.control.failed'),
        description: describeFailure(error),
        variant: 'destructive',
      })
    }
  }

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
          onConfirm={confirm}
          onClose={() => setAsked(null)}
          focusAfter={place}
        >
          <p>
            {t('newsletterSending.resend.text', { count: askedCount, messages: NUMBER.format(askedCount) })}
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
