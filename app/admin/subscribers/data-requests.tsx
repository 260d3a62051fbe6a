import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { SUBSCRIBERS_PATH } from '#app/admin/newsletter/newsletter-paths.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { SUBSCRIBER_LISTS } from '#app/admin/subscribers/subscribers-queries.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { downloadText } from '#app/admin/ui/download-text.ts'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { eraseSubscriber, exportSubscriber } from '#core/data/desk-subscribers.ts'
import type { SubscriberRecord } from '#core/domain/subscriber-record.ts'

/** Downloads all data about a subscriber as a file (GDPR, Art. 15). */
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
