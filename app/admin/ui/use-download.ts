import { useState } from 'react'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { downloadText } from '#app/admin/ui/download-text.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Client } from '#core/data/client.ts'

interface DownloadOptions {
  name: string
  type: string
  /** The message after the download; none by default. */
  done?: string
}

/** Downloads a file that `load` returns as text, once at a time, and reports a failure. */
export function useDownload(load: (client: Client) => Promise<string>, { done, ...file }: DownloadOptions) {
  const { toast } = useToast()
  const [busy, setBusy] = useState(false)

  async function run() {
    setBusy(true)
    try {
      downloadText(await signedIn(load), file)
      if (done) toast({ title: t('ui.success'), description: done })
    } catch (error) {
      toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }

  return { busy, run: () => void (busy || run()) }
}
