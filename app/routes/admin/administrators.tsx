import { useQuery } from '@tanstack/react-query'
import { AdministratorList, InviteForm } from '#app/admin/administrators/administrator-list.tsx'
import { administratorsQuery } from '#app/admin/administrators/administrators-queries.ts'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { useDesk } from '#app/admin/session/use-desk-session.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import type { Route } from './+types/administrators.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('administrators.title'), matches)

export default function Administrators() {
  const { email } = useDesk()
  const administrators = useQuery(administratorsQuery)
  return (
    <>
      <h1 className="mb-8 font-display font-medium text-title-lg">{t('administrators.title')}</h1>
      <PageSection
        id="administrators"
        title={t('administrators.list.title')}
        intro={t('administrators.list.intro')}
      >
        <QueryView
          query={administrators}
          what={t('administrators.list.what')}
          pending={<ListSkeleton rows={3} />}
        >
          {(rows) => <AdministratorList administrators={rows} ownEmail={email} />}
        </QueryView>
      </PageSection>
      <PageSection
        id="invite"
        title={t('administrators.invite.title')}
        intro={t('administrators.invite.intro')}
      >
        <InviteForm />
      </PageSection>
    </>
  )
}
