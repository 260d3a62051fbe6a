import { useEffect, useState } from 'react'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import type { RunState } from '#core/domain/translation-run.ts'

const NUMBER = new Intl.NumberFormat('en')
const SHORT_NUMBER = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** How far a run is: a bar, the blocks that are done, the time it has taken, and the tokens. */
export function RunProgress({ run }: { run: RunState }) {
  const now = useNow()
  const { segments, segments_done: done, started_at, attempt } = run
  const tokens = run.input_tokens + run.output_tokens
  const facts = [
    t('translations.run.blocks', { done: NUMBER.format(done), of: NUMBER.format(segments) }),
    ...(started_at ? [elapsed(now - Date.parse(started_at))] : []),
    ...(tokens > 0 ? [t('translations.run.tokens', { tokens: SHORT_NUMBER.format(tokens) })] : []),
    ...(attempt > 1 ? [t('translations.run.secondTry')] : []),
  ]
  return (
    <>
      <div
        role="progressbar"
        aria-label={t('translations.run.label', { language: languageName(run.language) })}
        aria-valuemin={0}
        aria-valuemax={Math.max(segments, 1)}
        aria-valuenow={done}
        className="h-1 overflow-hidden rounded-sm bg-line"
      >
        <div
          className="h-full bg-blue transition-[width] duration-300 motion-reduce:transition-none"
          style={{ width: `${segments > 0 ? Math.min(100, (done / segments) * 100) : 0}%` }}
        />
      </div>
      <p className="mt-1.5 text-soft tabular-nums">{facts.join(' · ')}</p>
    </>
  )
}

const TICK_MS = 1_000

function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The clock of the server may be ahead of this one. */
function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return t('translations.run.seconds', { seconds })
  return t('translations.run.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}
