import { useQuery } from '@tanstack/react-query'
import { AdministratorList } from '#app/admin/administrators/administrator-list.tsx'
import { administratorsQuery } from '#app/admin/administrators/administrators-queries.ts'
import { InviteForm } from '#app/admin/administrators/invite-form.tsx'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { useDesk } from '#app/admin/session/use-desk.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import type { Route } from './+types/administrators.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta('Administrators', matches)

export default function Administrators() {
  const { email } = useDesk()
  const administrators = useQuery(administratorsQuery)
  return (
    <>
      <h1 className="mb-8 font-display font-medium text-title-lg">Administrators</h1>
      <PageSection
        id="administrators"
        title="Who may work here"
        intro="Every administrator may do everything, also invite and remove others."
      >
        <QueryView
          query={administrators}
          what="The list of administrators"
          pending={<ListSkeleton rows={3} />}
        >
          {(rows) => <AdministratorList administrators={rows} ownEmail={email} />}
        </QueryView>
      </PageSection>
      <PageSection
        id="invite"
        title="Invite"
        intro="The invited person gets a mail with a link, and chooses a password."
      >
        <InviteForm />
      </PageSection>
    </>
  )
}
