import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { MEDIA_KEY } from '#app/admin/media/media-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { copyPicture } from '#core/data/media-files.ts'

/** Says that a picture is on another server, and copies it into the library. Nothing for any other address. */
export function CopyPicture({ address, onCopied }: { address: string; onCopied: (path: string) => void }) {
  const host = remoteHost(address)
  if (host === null) return null
  return (
    <div>
      <p className="mb-2.5 text-sm text-soft">{t('media.copy.text', { host })}</p>
      <CopyButton address={address} onCopied={onCopied} />
    </div>
  )
}

interface CopyButtonProps {
  address: string
  /** The name of the button for screen readers, where there are several. */
  label?: string
  onCopied: (path: string) => void | Promise<void>
}

/** Copies a picture of another server into the library; why it cannot be copied stands below. */
export function CopyButton({ address, label, onCopied }: CopyButtonProps) {
  const queries = useQueryClient()
  const [isCopying, setIsCopying] = useState(false)
  const [problem, setProblem] = useState<{ address: string; message: string } | null>(null)

  async function copy() {
    if (isCopying) return
    setIsCopying(true)
    setProblem(null)
    try {
      const answer = await signedIn((client) => copyPicture(client, address.trim()))
      if (answer.status === 'refused') return setProblem({ address, message: answer.message })
      await queries.invalidateQueries({ queryKey: MEDIA_KEY })
      await onCopied(answer.data.path)
    } catch (error) {
      setProblem({ address, message: describeError(error) })
    } finally {
      setIsCopying(false)
    }
  }

  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={label}
        aria-disabled={isCopying}
        onClick={() => void copy()}
      >
        {isCopying ? t('media.copy.copying') : t('media.copy.action')}
      </Button>
      <p role="alert" className="order-last mt-1.5 basis-full text-red text-sm empty:hidden">
        {problem?.address === address ? problem.message : ''}
      </p>
    </>
  )
}

/** The server that an address leads to; null when it leads to none, or is an address of this site. */
function remoteHost(address: string): string | null {
  const url = /^https?:\/\//i.test(address.trim()) ? URL.parse(address.trim()) : null
  return url && url.host !== '' && url.origin !== window.location.origin ? url.host : null
}
