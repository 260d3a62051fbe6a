import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { Outlet, useLocation, useRevalidator } from 'react-router'
import { LiveUpdates } from '#app/admin/kit/live/live-updates.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { createQueryClient } from '#app/admin/kit/query/query-client.ts'
import { RouteLoadError } from '#app/admin/kit/query/query-view.tsx'
import { forgetLastCheck } from '#app/admin/kit/session/identify-visitor.ts'
import { MayOpenContext, MemberContext } from '#app/admin/kit/session/member.tsx'
import { onAccessDoubt } from '#app/admin/kit/session/signed-in.ts'
import { type Desk, useSessionWatch } from '#app/admin/kit/session/use-desk-session.ts'
import { SendingNotifier } from '#app/admin/newsletter/progress/sending-notifier.tsx'
import { NotForRole } from '#app/admin/people/not-for-role.tsx'
import { describeRole } from '#app/admin/people/people-queries.ts'
import { FollowLook } from '#app/admin/settings/look/follow-look.ts'
import { AdminShell } from '#app/admin/shell/admin-shell.tsx'
import { RenewalDialog } from '#app/admin/shell/renewal-dialog.tsx'
import { type MemberAtDesk, memberContext, requireMember } from '#app/admin/shell/require-member.ts'
import { mayOpen } from '#app/admin/shell/rooms.ts'
import { NeedsJavascript } from '#app/admin/shell/sign-in/entry-page.tsx'
import { FollowTranslations } from '#app/admin/stories/translations/follow-translations.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { listMySessions } from '#core/data/accounts.ts'
import type { Client } from '#core/data/client.ts'
import { findMyMembership } from '#core/data/members.ts'
import { type MyMembership, makesNewsletters } from '#core/domain/role.ts'
import type { Route } from './+types/layout.ts'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireMember]

/** Client middleware runs only for routes with a loader, so this one makes sure that the guard always runs. */
export function clientLoader({ context }: Route.ClientLoaderArgs) {
  return context.get(memberContext)
}
clientLoader.hydrate = true as const

/** The content that the server renders for every admin page, because it does not know the session. */
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
  const { email, member } = loaderData
  // The data of one member must not be shown to the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each member has a cache of their own
  const queries = useMemo(createQueryClient, [email])
  useEffect(() => () => queries.clear(), [queries])
  return (
    <QueryClientProvider client={queries}>
      <MemberContext value={member}>
        <MayOpenContext value={(address) => mayOpen(member, address)}>
          <OpenDesk {...loaderData} />
        </MayOpenContext>
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
 * Follows changes behind every screen. Without a second factor that the role demands nothing can be followed yet; the elements around the
 * screen stay the same then, so that setting one up is not interrupted.
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

/** Refused requests come together, and are looked into once. */
const PAUSE_MS = 1_000
const TOLD_FOR_MS = 15_000

/** Returns what the desk depends on: when it changes, menu and screen do. */
const accessOf = ({ role, languages, permissions, needs_factor }: MyMembership): string =>
  JSON.stringify([role, languages, permissions, needs_factor])

/**
 * Runs the guard again as soon as the role, its languages or its permissions have changed, and says so. What is typed stays in the open
 * form, or in its copies when the screen is not for the new role.
 */
function useRoleWatch({ client, email, member }: { client: Client; email: string; member: MyMembership }) {
  const { revalidate } = useRevalidator()
  const queries = useQueryClient()
  const { toast } = useToast()
  const access = accessOf(member)
  const known = useRef({ email, access, member })

  const shown = JSON.stringify(member)
  const checkedAt = useRef(0)

  useEffect(
    () =>
      onAccessDoubt((doubt) => {
        const now = Date.now()
        if (doubt === 'refused' && now - checkedAt.current < PAUSE_MS) return
        checkedAt.current = now
        void differs(client, shown).then(
          (isOther) => {
            if (!isOther) return
            forgetLastCheck()
            void revalidate()
          },
          // Without a response, the guard finds out with the next page.
          () => {},
        )
      }),
    [client, shown, revalidate],
  )

  useEffect(() => {
    const before = known.current
    known.current = { email, access, member }
    if (before.email !== email || before.access === access) return
    // Data that only the former role may see is not to be shown again.
    queries.removeQueries({ type: 'inactive' })
    void queries.invalidateQueries()
    if (before.member.needs_factor && !member.needs_factor) return
    toast({
      title: t('session.role.title'),
      description: t('session.role.text', { role: describeRole(member) }),
      durationMs: TOLD_FOR_MS,
    })
  }, [email, access, member, queries, toast])
}

/** Tells whether the membership is another than the one that is shown. */
async function differs(client: Client, shown: string): Promise<boolean> {
  const member = await findMyMembership(client)
  if (member) return JSON.stringify(member) !== shown
  // For a session that has ended there is no role either. The next request notices that, and asks for the password.
  return (await listMySessions(client)).length > 0
}
