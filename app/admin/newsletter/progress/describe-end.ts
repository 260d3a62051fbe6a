import { t } from '#app/admin/messages.ts'
import type { ToastMessage } from '#app/components/ui/toast.tsx'
import type { SendingProgress } from '#core/domain/newsletter-sending.ts'

const NUMBER = new Intl.NumberFormat('en')

/** How a sending has ended, with both numbers. The console has the reasons of what failed, as the message says. */
export function describeEnd({ counts, audience, reasons }: SendingProgress): ToastMessage {
  const sent = t('newsletterSending.end.sent', {
    sent: NUMBER.format(counts.sent),
    total: NUMBER.format(audience),
  })
  if (counts.failed === 0) return { title: sent }
  const failures = reasons.filter(({ status }) => status === 'failed')
  console.error('Messages of the newsletter that failed', failures)
  return {
    title: t('newsletterSending.end.failed', { n: NUMBER.format(counts.failed) }),
    description: sent,
    variant: 'destructive',
  }
}
