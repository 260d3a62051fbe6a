import { t } from '#app/admin/messages.ts'
import type { TranslationStatus } from '#app/admin/translations/translation-state.ts'
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx'

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
