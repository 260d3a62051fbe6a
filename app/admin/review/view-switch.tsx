import { t } from '#app/admin/messages.ts'

interface ViewSwitchProps {
  view: 'blocks' | 'page'
  onChange: (view: 'blocks' | 'page') => void
}

const OPTION =
  'min-h-9 px-3 text-sm text-soft transition-colors hover:text-ink aria-pressed:bg-ink aria-pressed:text-paper'

/** Block by block, or the whole page. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    <fieldset
      aria-label={t('review.view.label')}
      className="inline-flex overflow-hidden rounded-sm border border-edge"
    >
      <button
        type="button"
        className={OPTION}
        aria-pressed={view === 'blocks'}
        onClick={() => onChange('blocks')}
      >
        {t('review.view.blocks')}
      </button>
      <button
        type="button"
        className={OPTION}
        aria-pressed={view === 'page'}
        aria-keyshortcuts="v"
        onClick={() => onChange('page')}
      >
        {t('review.view.page')}
      </button>
    </fieldset>
  )
}
