import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { findSection, SETTINGS_PATH } from '#app/admin/settings/sections.ts'
import { SectionContent } from '#app/admin/settings/settings-page.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import type { Route } from './+types/settings-section.ts'

export const meta: Route.MetaFunction = ({ matches, params }) =>
  adminMeta(findSection(params.section)?.title ?? t('settings.title'), matches)

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
