import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { describeRole } from '#app/admin/people/describe-role.ts'
import { onAccessDoubt } from '#app/admin/session/access-doubt.ts'
import { identifyVisitor } from '#app/admin/session/identify-visitor.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Client } from '#core/data/client.ts'
import type { MyMembership } from '#core/domain/role.ts'

/** The time for which a check is reused after refused requests, which come together. */
const TRUST_MS = 1_000
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

  useEffect(
    () =>
      onAccessDoubt((doubt) => {
        void identifyVisitor(client, { trustMs: doubt === 'changed' ? 0 : TRUST_MS }).then(
          (visitor) => {
            const isSame = visitor.kind === 'member' && accessOf(visitor.member) === access
            if (!isSame) void revalidate()
          },
          // Without a response, the guard finds out with the next page.
          () => {},
        )
      }),
    [client, access, revalidate],
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
