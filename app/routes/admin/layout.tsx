import { Outlet } from 'react-router'
import { LoadError } from '#app/admin/errors/load-error.tsx'
import { requireAdmin } from '#app/admin/require-admin.ts'
import { adminContext } from '#app/admin/session/admin-context.ts'
import type { AdminOutlet } from '#app/admin/session/admin-outlet.ts'
import { RenewalDialog } from '#app/admin/session/renewal-dialog.tsx'
import { useSessionWatch } from '#app/admin/session/use-session-watch.ts'
import { AdminShell } from '#app/admin/shell/admin-shell.tsx'
import { NeedsJavascript } from '#app/admin/shell/needs-javascript.tsx'
import { PageSkeleton } from '#app/admin/ui/page-skeleton.tsx'
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
