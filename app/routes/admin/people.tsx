import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/messages.ts'
import { AdministratorList, InviteForm } from '#app/admin/people/people-list.tsx'
import { administratorsQuery } from '#app/admin/people/people-queries.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { useDesk } from '#app/admin/session/use-desk-session.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import type { Route } from './+types/people.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('people.title'), matches)

export default function People() {
  const { email } = useDesk()
  const administrators = useQuery(administratorsQuery)
  return (
    <>
      <h1 className="mb-8 font-display font-medium text-title-lg">{t('people.title')}</h1>
      <PageSection id="administrators" title={t('people.list.title')} intro={t('people.list.intro')}>
        <QueryView query={administrators} what={t('people.list.what')} pending={<ListSkeleton rows={3} />}>
          {(rows) => <AdministratorList administrators={rows} ownEmail={email} />}
        </QueryView>
      </PageSection>
      <PageSection id="invite" title={t('people.invite.title')} intro={t('people.invite.intro')}>
        <InviteForm />
      </PageSection>
    </>
  )
}
