import { useEffect, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import type { TranslationHint, TranslationStatus } from '#app/admin/stories/translations/translation-state.ts'
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx'
import type { RunState } from '#core/domain/translation-run.ts'

/** Further hints about a translation: first what matters most. */
export function StateHints({ hints }: { hints: readonly TranslationHint[] }) {
  if (hints.length === 0) return null
  return (
    <div className="leading-snug">
      {hints.map((hint, index) => (
        <p key={hint.kind} className={index === 0 ? 'text-soft' : 'text-faint'}>
          <Hint hint={hint} />
        </p>
      ))}
    </div>
  )
}

function Hint({ hint }: { hint: TranslationHint }) {
  switch (hint.kind) {
    case 'stale':
      return describeChanges(hint.blocks)
    case 'conflicts':
      return t('translations.hint.conflicts', { count: hint.count })
    case 'waiting':
      return t(hint.isPublished ? 'translations.hint.waitingRenewed' : 'translations.hint.waitingFirst')
    case 'draft':
      return t('translations.hint.draft')
    case 'unread':
      return t('translations.hint.unread')
    case 'corrected':
      return t('translations.hint.corrected')
    case 'edited':
      return t('translations.hint.edited')
    case 'reviewed':
      return (
        <FilledMessage
          text={t('translations.hint.reviewed')}
          values={{ date: <LocalTime iso={hint.at} precision="day" /> }}
        />
      )
    case 'unrecorded':
      return t('translations.hint.unrecorded')
  }
}

function describeChanges(blocks: number | null): string {
  if (blocks === null) return t('translations.hint.counting')
  return blocks === 0
    ? t('translations.hint.onlyAddresses')
    : t('translations.hint.changed', { count: blocks })
}

const LOOKS: Record<TranslationStatus, [tone: BadgeTone, label: string]> = {
  running: ['blue', t('translations.status.running')],
  queued: ['blue', t('translations.status.queued')],
  paused: ['orange', t('translations.status.paused')],
  failed: ['red', t('translations.status.failed')],
  missing: ['grey', t('translations.status.missing')],
  waiting: ['purple', t('translations.status.waiting')],
  conflict: ['orange', t('translations.status.conflict')],
  stale: ['orange', t('translations.status.stale')],
  draft: ['grey', t('translations.status.draft')],
  unread: ['purple', t('translations.status.unread')],
  reviewed: ['green', t('translations.status.reviewed')],
  current: ['green', t('translations.status.current')],
}

/** The state of a translation, in a word or two. */
export function StatusBadge({ status }: { status: TranslationStatus }) {
  const [tone, label] = LOOKS[status]
  return (
    <Badge look="plain" tone={tone}>
      {label}
    </Badge>
  )
}

const NUMBER = new Intl.NumberFormat('en')
const SHORT_NUMBER = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** The progress of a run: a bar, the blocks that are done, the time it has taken, and the tokens. */
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
