import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath, MODEL_SETTINGS_PATH, reviewPath } from '#app/admin/kit/paths.ts'
import { ScreenLink } from '#app/admin/kit/session/member.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import type { TranslateRequest } from '#app/admin/stories/translations/translate-dialogs.tsx'
import type { TranslationState } from '#app/admin/stories/translations/translation-state.ts'
import type { RunState } from '#core/domain/translation-run.ts'

export interface RowCommands {
  originalId: string
  /** True if a model is set up. */
  hasModel: boolean
  ask(request: TranslateRequest): void
  cancel(run: RunState): void
}

interface RowActionsProps {
  state: TranslationState
  commands: RowCommands
}

export const ACTION =
  'inline-flex min-h-6 items-center underline decoration-edge underline-offset-4 hover:decoration-ink'

/** The actions for the translation into one language. */
export function RowActions({ state, commands }: RowActionsProps) {
  const { language: code, status, version, run, hints } = state
  const { originalId, hasModel, ask } = commands
  const language = languageName(code)
  const isUnderWay = ['running', 'queued', 'paused'].includes(status)
  const isStale = hints.some(({ kind }) => kind === 'stale')
  const request = (kind: TranslateRequest['kind']) => ask({ kind, languages: [code] })
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      {status === 'missing' && hasModel && (
        <Action name={t('translations.row.translateName', { language })} onClick={() => request('translate')}>
          {t('translations.row.translate')}
        </Action>
      )}
      {status === 'failed' && hasModel && (
        <Action name={t('translations.row.retryName', { language })} onClick={() => request('retry')}>
          {t('translations.row.retry')}
        </Action>
      )}
      {status === 'failed' && run && run.attempt > 1 && (
        <Link
          to={reviewPath({ originalId, language: code }, { refused: true })}
          aria-label={t('translations.row.failuresName', { language })}
          className={ACTION}
        >
          {t('translations.row.failures')}
        </Link>
      )}
      {!isUnderWay && status !== 'failed' && isStale && hasModel && (
        <Action name={t('translations.row.updateName', { language })} onClick={() => request('update')}>
          {t('translations.row.update')}
        </Action>
      )}
      {!isUnderWay && (!version || (isStale && !hasModel)) && (
        <Link
          to={reviewPath({ originalId, language: code }, { byHand: true })}
          aria-label={t('translations.row.byHandName', { language })}
          className={ACTION}
        >
          {t('translations.row.byHand')}
        </Link>
      )}
      {version && (
        <>
          <Link
            to={reviewPath({ originalId, language: code })}
            aria-label={t('translations.row.reviewName', { language })}
            className={ACTION}
          >
            {t('translations.row.review')}
          </Link>
          <Link
            to={editArticlePath(version)}
            aria-label={t('translations.row.editName', { language })}
            className={ACTION}
          >
            {t('translations.row.edit')}
          </Link>
        </>
      )}
      {status === 'paused' && (
        <ScreenLink to={MODEL_SETTINGS_PATH} className={ACTION}>
          {t('translations.row.settings')}
        </ScreenLink>
      )}
      {isUnderWay && run && (
        <Action name={t('translations.row.cancelName', { language })} onClick={() => commands.cancel(run)}>
          {t('ui.cancel')}
        </Action>
      )}
    </div>
  )
}

function Action({
  name,
  onClick,
  children,
}: {
  name: string
  onClick: () => void
  children: React.ReactNode
}) {
  return (
    <button type="button" aria-label={name} className={ACTION} onClick={onClick}>
      {children}
    </button>
  )
}
