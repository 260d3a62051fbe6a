import { Announcement, Notice } from '#app/admin/kit/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface TryOutProps {
  action: string
  running: string
  hint: string
  isRunning: boolean
  isBusy: boolean
  result: { ok: boolean; title: string; text: string } | null
  onTry: () => void
}

/** A button that tries what is typed, and what came of it. */
export function TryOut({ action, running, hint, isRunning, isBusy, result, onTry }: TryOutProps) {
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" aria-disabled={isBusy} onClick={() => isBusy || onTry()}>
          {isRunning ? running : action}
        </Button>
        <p className="text-faint text-sm">{hint}</p>
      </div>
      {result && (
        <Notice tone={result.ok ? 'plain' : 'problem'} title={result.title} className="wrap-anywhere">
          <p>{result.text}</p>
        </Notice>
      )}
      <Announcement>{result?.text ?? ''}</Announcement>
    </div>
  )
}
