import { t } from '#app/admin/messages.ts'
import type { TranslationHint } from '#app/admin/translations/translation-state.ts'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'

/** What else is to be known of a translation: first what matters most. */
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
