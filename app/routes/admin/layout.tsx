import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { Outlet, useLocation } from 'react-router'
import { RouteLoadError } from '#app/admin/errors/load-error.tsx'
import { LiveUpdates } from '#app/admin/live/live-updates.tsx'
import { FollowLook } from '#app/admin/look/follow-look.ts'
import { t } from '#app/admin/messages.ts'
import { SendingNotifier } from '#app/admin/newsletter/progress/sending-notifier.tsx'
import { createQueryClient } from '#app/admin/query/query-client.ts'
import { type MemberAtDesk, memberContext, requireMember } from '#app/admin/require-member.ts'
import { RenewalDialog } from '#app/admin/session/renewal-dialog.tsx'
import { type Desk, useSessionWatch } from '#app/admin/session/use-desk-session.ts'
import { MemberContext } from '#app/admin/session/use-member.ts'
import { useRoleWatch } from '#app/admin/session/use-role-watch.ts'
import { AdminShell } from '#app/admin/shell/admin-shell.tsx'
import { NotForRole } from '#app/admin/shell/not-for-role.tsx'
import { mayOpen } from '#app/admin/shell/screens.ts'
import { NeedsJavascript } from '#app/admin/sign-in/entry-page.tsx'
import { FollowTranslations } from '#app/admin/translations/follow/follow-translations.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { makesNewsletters } from '#core/domain/role.ts'
import type { Route } from './+types/layout.ts'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireMember]

/** Client middleware runs only for routes with a loader, so this one makes sure that the guard always runs. */
export function clientLoader({ context }: Route.ClientLoaderArgs) {
  return context.get(memberContext)
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

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { email } = loaderData
  // The data of one member must not be shown to the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each member has a cache of their own
  const queries = useMemo(createQueryClient, [email])
  useEffect(() => () => queries.clear(), [queries])
  return (
    <QueryClientProvider client={queries}>
      <MemberContext value={loaderData.member}>
        <OpenDesk {...loaderData} />
      </MemberContext>
    </QueryClientProvider>
  )
}

function OpenDesk({ client, email, member }: MemberAtDesk) {
  const { toast } = useToast()
  const endSession = useSessionWatch({ client, email })
  useRoleWatch({ client, email, member })
  const { pathname } = useLocation()

  /** Ends the session in this browser only. */
  async function logout() {
    await endSession()
    toast({ title: t('shell.loggedOut.title'), description: t('shell.loggedOut.description') })
  }

  return (
    <>
      <Following client={client} email={email} member={member}>
        <AdminShell account={{ email, onLogout: () => void logout() }}>
          {mayOpen(member, pathname) ? (
            <Outlet context={{ email, endSession } satisfies Desk} />
          ) : (
            <NotForRole />
          )}
        </AdminShell>
      </Following>
      <RenewalDialog client={client} email={email} />
    </>
  )
}

interface FollowingProps extends MemberAtDesk {
  children: React.ReactNode
}

/**
 * What follows changes behind every screen. Without a second factor that the role demands nothing can be followed yet; what is around the
 * screen stays the same then, so that setting one up is not interrupted.
 */
function Following({ client, email, member, children }: FollowingProps) {
  const isOpen = !member.needs_factor
  return (
    <LiveUpdates client={client} userId={member.user_id} isOpen={isOpen}>
      <FollowLook />
      {isOpen && makesNewsletters(member) && <SendingNotifier key={`sending of ${email}`} />}
      <FollowTranslations key={email}>{children}</FollowTranslations>
    </LiveUpdates>
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
