import { t } from '#app/admin/messages.ts'
import { ScreenLink } from '#app/admin/shell/screen-link.tsx'
import { MODEL_SETTINGS_PATH } from '#app/admin/translations/translation-paths.ts'
import { Notice } from '#app/admin/ui/notice.tsx'

/** That nothing is read aloud, and where that is set up. */
export function NoSpeechModel({ className }: { className: string }) {
  return (
    <Notice title={t('recordings.noModelTitle')} className={className}>
      <p>{t('recordings.noModel')}</p>
      <ScreenLink
        to={MODEL_SETTINGS_PATH}
        className="inline-flex min-h-6 items-center text-ink underline underline-offset-4"
      >
        {t('ai.notice.settings')}
      </ScreenLink>
    </Notice>
  )
}
