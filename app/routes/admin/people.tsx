import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/messages.ts'
import { InvitationList } from '#app/admin/people/invitation-list.tsx'
import { InviteForm } from '#app/admin/people/invite-form.tsx'
import { OrphanedCopies } from '#app/admin/people/orphaned-copies.tsx'
import { PeopleList } from '#app/admin/people/people-list.tsx'
import { isActive, membersQuery, orphanedCopiesQuery } from '#app/admin/people/people-queries.ts'
import { SecondFactorSection } from '#app/admin/people/second-factor-section.tsx'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import type { Route } from './+types/people.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('people.title'), matches)

export default function People() {
  const members = useQuery(membersQuery)
  const { data: orphans = [] } = useQuery(orphanedCopiesQuery())
  const invitations = members.data?.filter((member) => !isActive(member)) ?? []
  return (
    <>
      <h1 className="mb-8 font-display font-medium text-title-lg">{t('people.title')}</h1>
      <PageSection id="people" title={t('people.list.title')} intro={t('people.list.intro')}>
        <QueryView query={members} what={t('people.list.what')} pending={<ListSkeleton rows={3} />}>
          {(rows) => <PeopleList members={rows.filter(isActive)} />}
        </QueryView>
      </PageSection>
      <PageSection id="invite" title={t('people.invite.title')} intro={t('people.invite.intro')}>
        {invitations.length > 0 && <InvitationList invitations={invitations} />}
        <InviteForm invitations={invitations} />
      </PageSection>
      <SecondFactorSection />
      {orphans.length > 0 && (
        <PageSection id="unsaved-texts" title={t('people.orphans.title')} intro={t('people.orphans.intro')}>
          <OrphanedCopies copies={orphans} />
        </PageSection>
      )}
    </>
  )
}
