import { useEffect, useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { ProgressBar } from '#app/admin/ui/progress-bar.tsx'

const MINUTE_MS = 60_000

/** What happens while a model writes; nothing while none does. */
export function DraftingProgress({ since }: { since: number | undefined }) {
  const [now, setNow] = useState(Date.now)
  const isWriting = since !== undefined
  useEffect(() => {
    if (!isWriting) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isWriting])
  const minutes = since === undefined ? 0 : Math.floor((now - since) / MINUTE_MS)
  return (
    <div role="status">
      {isWriting && (
        <div className="space-y-1.5 text-sm">
          <p className="font-medium">
            {minutes < 1 ? t('newsroom.drafting') : t('newsroom.drafting.minutes', { count: minutes })}
          </p>
          <ProgressBar label={t('newsroom.drafting')} value={null} />
          <p className="text-soft">{t('newsroom.drafting.leave')}</p>
        </div>
      )}
    </div>
  )
}
