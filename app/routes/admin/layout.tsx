import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { Outlet } from 'react-router'
import { RouteLoadError } from '#app/admin/errors/load-error.tsx'
import { LiveUpdates } from '#app/admin/live/live-updates.tsx'
import { FollowLook } from '#app/admin/look/follow-look.ts'
import { t } from '#app/admin/messages.ts'
import { SendingNotifier } from '#app/admin/newsletter/progress/sending-notifier.tsx'
import { createQueryClient } from '#app/admin/query/query-client.ts'
import { adminContext, requireAdmin } from '#app/admin/require-admin.ts'
import { RenewalDialog } from '#app/admin/session/renewal-dialog.tsx'
import { type Desk, useSessionWatch } from '#app/admin/session/use-desk-session.ts'
import { AdminShell } from '#app/admin/shell/admin-shell.tsx'
import { NeedsJavascript } from '#app/admin/sign-in/entry-page.tsx'
import { FollowTranslations } from '#app/admin/translations/follow/follow-translations.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Route } from './+types/layout.ts'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireAdmin]

/** Client middleware runs only for routes with a loader, so this one makes sure that the guard always runs. */
export function clientLoader({ context }: Route.ClientLoaderArgs) {
  return context.get(adminContext)
}
clientLoader.hydrate = true as const

/** What the server renders of every admin page, because it does not know the session. */
export function HydrateFallback() {
  return (
    <AdminShell>
      <NeedsJavascript />
      <PageSkeleton />
    </AdminShell>
  )
}

/** Shown when the guard could not identify the visitor. */
export function ErrorBoundary() {
  return (
    <AdminShell>
      <RouteLoadError title={t('shell.title')} what={t('shell.area')} />
    </AdminShell>
  )
}

export default function AdminLayout({ loaderData: { client, email } }: Route.ComponentProps) {
  const { toast } = useToast()
  // The data of one administrator must not be shown to the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each administrator has a cache of their own
  const queries = useMemo(createQueryClient, [email])
  useEffect(() => () => queries.clear(), [queries])
  const endSession = useSessionWatch({ client, email })

  /** Ends the session in this browser only. */
  async function logout() {
    await endSession()
    toast({ title: t('shell.loggedOut.title'), description: t('shell.loggedOut.description') })
  }

  return (
    <QueryClientProvider client={queries}>
      <LiveUpdates client={client} email={email}>
        <FollowLook />
        <SendingNotifier key={email} />
        <FollowTranslations key={email}>
          <AdminShell account={{ email, onLogout: () => void logout() }}>
            <Outlet context={{ email, endSession } satisfies Desk} />
          </AdminShell>
        </FollowTranslations>
      </LiveUpdates>
      <RenewalDialog client={client} email={email} />
    </QueryClientProvider>
  )
}

/** The skeleton of an admin page that is being loaded. */
function PageSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        {t('ui.loading')}
      </p>
      <Skeleton className="h-9 w-48" />
      <Skeleton className="mt-7 h-24 w-full" />
      <div className="mt-12 space-y-4">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
      </div>
    </>
  )
}
