import { AdministratorList } from '#app/admin/administrators/administrator-list.tsx'
import { InviteForm } from '#app/admin/administrators/invite-form.tsx'
import { LoadError } from '#app/admin/errors/load-error.tsx'
import { adminContext } from '#app/admin/session/admin-context.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { listAdministrators } from '#core/data/administrators.ts'
import type { Route } from './+types/administrators.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta('Administrators', matches)

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const { client, email } = context.get(adminContext)
  return { administrators: await listAdministrators(client), email }
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadError title="Administrators" what="The list of administrators" />
}

export default function Administrators({ loaderData: { administrators, email } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="mb-8 font-display font-medium text-title-lg">Administrators</h1>
      <PageSection
        id="administrators"
        title="Who may work here"
        intro="Every administrator may do everything, also invite and remove others."
      >
        <AdministratorList administrators={administrators} ownEmail={email} />
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
