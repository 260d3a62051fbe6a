import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import type { Client } from '#core/data/client.ts'

interface DownloadOptions {
  name: string
  type: string
  /** The message after the download; none by default. */
  done?: string
}

/** Downloads a file that `load` returns as text, once at a time, and reports a failure. */
export function useDownload(load: (client: Client) => Promise<string>, { done, ...file }: DownloadOptions) {
  const { isPending, attempt } = useDeskMutation({
    run: load,
    done(text) {
      downloadText(text, file)
      return done
    },
  })
  return { busy: isPending, run: () => void (isPending || attempt()) }
}

/** Has the browser save a text as a file. */
export function downloadText(text: string, { name, type }: { name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
