import { t } from '#app/admin/messages.ts'
import type { TranslationState, TranslationStatus } from '#app/admin/translations/translation-state.ts'
import { useKeptRowFocus } from '#app/admin/translations/use-kept-row-focus.ts'
import type { TranslateWish } from '#app/admin/translations/use-translate.ts'
import { Button } from '#app/components/ui/button.tsx'

interface CardActionsProps {
  states: readonly TranslationState[]
  ask: (wish: TranslateWish) => void
  onUpdate: () => void
}

/** What can be done with all translations at once. */
export function CardActions({ states, ask, onUpdate }: CardActionsProps) {
  const languagesWith = (status: TranslationStatus) =>
    states.filter((state) => state.status === status).map(({ language }) => language)
  const missing = languagesWith('missing')
  const failed = languagesWith('failed')
  const focus = useKeptRowFocus<HTMLDivElement>()
  return (
    <div {...focus} className="mt-3 flex flex-wrap gap-2">
      {missing.length > 0 && (
        <Button size="sm" onClick={() => ask({ kind: 'translate', languages: missing })}>
          {t('translations.action.allMissing')}
        </Button>
      )}
      {failed.length > 0 && (
        <Button
          size="sm"
          variant={missing.length > 0 ? 'secondary' : 'primary'}
          onClick={() => ask({ kind: 'retry', languages: failed })}
        >
          {t('translations.action.retryFailed')}
        </Button>
      )}
      <Button size="sm" variant="secondary" onClick={onUpdate}>
        {t('translations.action.update')}
      </Button>
    </div>
  )
}
