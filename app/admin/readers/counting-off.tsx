import { t } from '#app/admin/messages.ts'
import { SECTIONS, settingsPath } from '#app/admin/settings/sections.ts'
import { ScreenLink } from '#app/admin/shell/screen-link.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'

/** Says that nothing is counted, and where that is changed. */
export function CountingOff() {
  return (
    <Notice className="mb-8 max-w-prose" title={t('readers.off.title')}>
      <p>{t('readers.off.body')}</p>
      <ScreenLink to={settingsPath(SECTIONS.site)} className="text-ink underline underline-offset-4">
        {t('readers.off.settings')}
      </ScreenLink>
    </Notice>
  )
}
