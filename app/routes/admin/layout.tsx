import { Outlet } from 'react-router'
import { adminContext } from '#app/components/admin/admin-context.ts'
import type { AdminOutlet } from '#app/components/admin/admin-outlet.ts'
import { AdminShell } from '#app/components/admin/admin-shell.tsx'
import { LoadError } from '#app/components/admin/load-error.tsx'
import { NeedsJavascript } from '#app/components/admin/needs-javascript.tsx'
import { PageSkeleton } from '#app/components/admin/page-skeleton.tsx'
import { RenewalDialog } from '#app/components/admin/renewal/renewal-dialog.tsx'
import { useSessionWatch } from '#app/components/admin/renewal/use-session-watch.ts'
import { requireAdmin } from '#app/components/admin/require-admin.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Route } from './+types/layout.ts'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireAdmin]

/** The guard runs with the loaders of a page: this one makes sure that there is always one. */
export function clientLoader({ context }: Route.ClientLoaderArgs) {
  return context.get(adminContext)
}
clientLoader.hydrate = true as const

/** What the server renders of every admin page: it does not know who asks. */
export function HydrateFallback() {
  return (
    <AdminShell>
      <NeedsJavascript />
      <PageSkeleton />
    </AdminShell>
  )
}

/** The guard itself could not find out who asks. */
export function ErrorBoundary() {
  return (
    <AdminShell>
      <LoadError title="Admin" what="The admin area" />
    </AdminShell>
  )
}

export default function AdminLayout({ loaderData: { client, email } }: Route.ComponentProps) {
  const { toast } = useToast()
  const endSession = useSessionWatch({ client, email })

  /** Ends the session in this browser only. */
  async function logout() {
    await endSession()
    toast({ title: 'Logged Out', description: 'You have been successfully logged out' })
  }

  return (
    <>
      <AdminShell account={{ email, onLogout: () => void logout() }}>
        <Outlet context={{ endSession } satisfies AdminOutlet} />
      </AdminShell>
      <RenewalDialog client={client} email={email} />
    </>
  )
}
