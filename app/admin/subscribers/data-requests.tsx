import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { SUBSCRIBERS_PATH } from '#app/admin/newsletter/newsletter-paths.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { SUBSCRIBER_LISTS } from '#app/admin/subscribers/subscribers-queries.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { useDownload } from '#app/admin/ui/use-download.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { eraseSubscriber, exportSubscriber } from '#core/data/desk-subscribers.ts'
import type { SubscriberRecord } from '#core/domain/subscriber-record.ts'

/** Downloads all data about a subscriber as a file (GDPR, Art. 15). */
export function ExportSection({ subscriber }: { subscriber: Pick<SubscriberRecord, 'id'> }) {
  const { busy, run } = useDownload(
    async (client) => `${JSON.stringify(await exportSubscriber(client, subscriber.id), null, 2)}\n`,
    { name: `subscriber-${subscriber.id}.json`, type: 'application/json' },
  )

  return (
    <PageSection
      id="export"
      title={t('subscribers.person.export.title')}
      intro={t('subscribers.person.export.intro')}
    >
      <Button variant="secondary" aria-disabled={busy} onClick={run}>
        {busy ? t('ui.oneMoment') : t('subscribers.person.export')}
      </Button>
    </PageSection>
  )
}

/** Erases a subscriber on request (GDPR, Art. 17), and returns to the list. */
export function EraseSection({ subscriber }: { subscriber: Pick<SubscriberRecord, 'id' | 'email'> }) {
  const navigate = useNavigate()
  const { toast } = useToast()
  const [asks, setAsks] = useState(false)
  const isErased = useRef(false)
  const erase = useDeskMutation({ run: eraseSubscriber, invalidates: SUBSCRIBER_LISTS })

  async function confirm() {
    await erase.mutateAsync(subscriber.id)
    isErased.current = true
    toast({ title: t('ui.success'), description: t('subscribers.person.erase.done') })
  }

  return (
    <PageSection id="erase" title={t('subscribers.person.erase')} intro={t('subscribers.person.erase.intro')}>
      <Button variant="destructive" onClick={() => setAsks(true)}>
        {t('subscribers.person.erase.action')}
      </Button>
      {asks && (
        <ConfirmDialog
          title={t('subscribers.person.erase.title')}
          action={t('subscribers.person.erase.action')}
          onConfirm={confirm}
          onClose={() => {
            setAsks(false)
            if (isErased.current) void navigate(SUBSCRIBERS_PATH)
          }}
        >
          <p className="wrap-anywhere">{t('subscribers.person.erase.body', { email: subscriber.email })}</p>
        </ConfirmDialog>
      )}
    </PageSection>
  )
}
