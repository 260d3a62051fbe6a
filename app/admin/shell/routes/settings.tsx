import { Outlet, useParams } from 'react-router'
import { PresenceNotice } from '#app/admin/kit/live/presence-notice.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { SettingsIndex, SettingsSearch } from '#app/admin/settings/settings-index.tsx'

/** The settings: a search, an index of the sections, and one section or the overview. */
export default function Settings() {
  const { section } = useParams()
  return (
    <>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h1 className="font-display font-medium text-title-lg">{t('settings.title')}</h1>
        <SettingsSearch />
      </div>
      <PresenceNotice topic="settings" className="mb-6" />
      <div className="grid gap-x-12 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <SettingsIndex current={section} />
        <div className="min-w-0">
          <Outlet />
        </div>
      </div>
    </>
  )
}
