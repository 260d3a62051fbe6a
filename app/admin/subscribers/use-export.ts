import { useState } from 'react'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { downloadText } from '#app/admin/ui/download-text.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { exportSubscribers } from '#core/data/desk-subscribers.ts'
import type { SubscriberFilter } from '#core/domain/subscriber-filter.ts'

/** Downloads the subscribers that a list shows, on all of its pages. */
export function useExport(filter: SubscriberFilter) {
  const { toast } = useToast()
  const [busy, setBusy] = useState(false)

  async function run() {
    setBusy(true)
    try {
      const text = await signedIn((client) => exportSubscribers(client, filter))
      downloadText(text, { name: 'subscribers.csv', type: 'text/csv' })
      toast({ title: t('ui.success'), description: t('subscribers.export.done') })
    } catch (error) {
      toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }

  return { busy, run: () => void (busy || run()) }
}
