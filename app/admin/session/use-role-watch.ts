import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { describeRole } from '#app/admin/people/describe-role.ts'
import { onAccessDoubt } from '#app/admin/session/access-doubt.ts'
import { forgetLastCheck } from '#app/admin/session/identify-visitor.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { listMySessions } from '#core/data/accounts.ts'
import type { Client } from '#core/data/client.ts'
import { findMyMembership } from '#core/data/members.ts'
import type { MyMembership } from '#core/domain/role.ts'

/** Refused requests come together, and are looked into once. */
const PAUSE_MS = 1_000
const TOLD_FOR_MS = 15_000

/** What the desk depends on: when it changes, menu and screen do. */
const accessOf = ({ role, languages, permissions, needs_factor }: MyMembership): string =>
  JSON.stringify([role, languages, permissions, needs_factor])

/**
 * Runs the guard again as soon as the role, its languages or its permissions have changed, and says so. What is typed stays in the open
 * form, or in its copies when the screen is not for the new role.
 */
export function useRoleWatch({
  client,
  email,
  member,
}: {
  client: Client
  email: string
  member: MyMembership
}) {
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
    // What only the former role may see is not to be shown again.
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

/** Whether the membership is another than the one that is shown. */
async function differs(client: Client, shown: string): Promise<boolean> {
  const member = await findMyMembership(client)
  if (member) return JSON.stringify(member) !== shown
  // For a session that has ended there is no role either. The next request notices that, and asks for the password.
  return (await listMySessions(client)).length > 0
}
