import { useState } from 'react'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { downloadText } from '#app/admin/ui/download-text.ts'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { exportSubscriber } from '#core/data/desk-subscribers.ts'
import type { SubscriberRecord } from '#core/domain/subscriber-record.ts'

/** Saves everything that is known of somebody as a file. */
export function ExportSection({ subscriber }: { subscriber: Pick<SubscriberRecord, 'id'> }) {
  const { toast } = useToast()
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      const record = await signedIn((client) => exportSubscriber(client, subscriber.id))
      downloadText(`${JSON.stringify(record, null, 2)}\n`, {
        name: `subscriber-${subscriber.id}.json`,
        type: 'application/json',
      })
    } catch (error) {
      toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <PageSection
      id="export"
      title={t('subscribers.person.export.title')}
      intro={t('subscribers.person.export.intro')}
    >
      <Button variant="secondary" aria-disabled={busy} onClick={() => busy || void save()}>
        {busy ? t('ui.oneMoment') : t('subscribers.person.export')}
      </Button>
    </PageSection>
  )
}
