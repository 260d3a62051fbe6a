import { useState } from 'react'
import { answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { checkNewsletterHealth } from '#core/data/newsletter-sending.ts'
import type { MailHealth } from '#core/domain/newsletter-sending.ts'

/** Asks whether newsletters can leave, and shows the answer. Other actions stand beside its button. */
export function HealthCheck({ children }: { children?: React.ReactNode }) {
  const [health, setHealth] = useState<MailHealth | null>(null)
  const check = useDeskMutation({
    run: async (client) => answerOf(await checkNewsletterHealth(client)),
    done: setHealth,
    failed: (message) => ({ title: t('newsletter.health.failed', { message }), variant: 'destructive' }),
  })

  function ask() {
    if (check.isPending) return
    setHealth(null)
    void check.attempt()
  }

  return (
    <div className="max-w-prose space-y-4">
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" aria-disabled={check.isPending} onClick={ask}>
          {check.isPending ? t('newsletter.health.busy') : t('newsletter.health.action')}
        </Button>
        {children}
      </div>
      <div role="status">{health && <HealthNotice health={health} />}</div>
    </div>
  )
}

function HealthNotice({ health: { transport, hasResendKey } }: { health: MailHealth }) {
  return (
    <Notice
      tone={transport.ok ? (transport.kind === 'outbox' ? 'warning' : 'plain') : 'problem'}
      title={titleOf(transport)}
    >
      {transport.kind === 'outbox' && <p className="mb-2">{t('newsletter.health.outboxText')}</p>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1">
        <dt className="text-faint">{t('newsletter.health.transport')}</dt>
        <dd className="wrap-anywhere">
          {transport.kind} · {transport.description}
        </dd>
        <dt className="text-faint">{t('newsletter.health.resend')}</dt>
        <dd>{t(hasResendKey ? 'newsletter.health.hasKey' : 'newsletter.health.noKey')}</dd>
      </dl>
      {transport.problem && <p className="wrap-anywhere">{transport.problem}</p>}
    </Notice>
  )
}

/** The outbox stores every mail and delivers none. */
function titleOf({ kind, ok }: MailHealth['transport']): string {
  if (!ok) return t('newsletter.health.problem')
  return t(kind === 'outbox' ? 'newsletter.health.outbox' : 'newsletter.health.ok')
}
