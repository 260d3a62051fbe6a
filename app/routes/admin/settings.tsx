import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { FeaturedArticles } from '#app/admin/settings/featured-articles.tsx'
import { SettingsPage } from '#app/admin/settings/settings-page.tsx'
import { settingsQuery } from '#app/admin/settings/settings-queries.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import type { Route } from './+types/settings.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('settings.title'), matches)

export default function Settings() {
  const settings = useQuery(settingsQuery)
  return (
    <>
      <h1 className="mb-8 font-display font-medium text-title-lg">{t('settings.title')}</h1>
      <FeaturedArticles />
      <QueryView query={settings} what={t('settings.what')} pending={<ListSkeleton rows={8} />}>
        {(data) => <SettingsPage settings={data} />}
      </QueryView>
    </>
  )
}
