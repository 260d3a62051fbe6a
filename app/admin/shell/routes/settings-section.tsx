import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { SETTINGS_PATH } from '#app/admin/kit/paths.ts'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { findSection } from '#app/admin/settings/sections.ts'
import { SectionContent } from '#app/admin/shell/settings-page.tsx'
import type { Route } from './+types/settings-section.ts'

export const handle: ScreenHandle = {
  title: ({ section }) => findSection(section)?.title ?? t('settings.title'),
}

/** One section of the settings. */
export default function SettingsSectionPage({ params }: Route.ComponentProps) {
  const section = findSection(params.section)
  if (section) return <SectionContent key={section.slug} section={section} />
  return (
    <Notice tone="warning" title={t('settings.noSection')}>
      <Link to={SETTINGS_PATH} className="inline-flex min-h-6 items-center underline underline-offset-4">
        {t('settings.allSections')}
      </Link>
    </Notice>
  )
}
