import { Outlet } from 'react-router'
import { adminContext } from '#app/components/admin/admin-context.ts'
import { AdminShell } from '#app/components/admin/admin-shell.tsx'
import { NeedsJavascript } from '#app/components/admin/needs-javascript.tsx'
import { PageSkeleton } from '#app/components/admin/page-skeleton.tsx'
import { requireAdmin } from '#app/components/admin/require-admin.ts'
import { useSessionWatch } from '#app/components/admin/use-session-watch.ts'
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

export default function AdminLayout({ loaderData: { client, email } }: Route.ComponentProps) {
  const { toast } = useToast()
  useSessionWatch(client)

  /** Ends the session in this browser only; the guard then leads back to the login. */
  async function logout() {
    const { error } = await client.auth.signOut({ scope: 'local' })
    if (error) console.error('The session was ended here, but the server could not be told', error)
    toast({ title: 'Logged Out', description: 'You have been successfully logged out' })
  }

  return (
    <AdminShell account={{ email, onLogout: () => void logout() }}>
      <Outlet />
    </AdminShell>
  )
}
