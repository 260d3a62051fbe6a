import { createContext, use } from 'react'
import type { MyMembership } from '#core/domain/role.ts'

/** Provided by the layout of the desk. */
export const MemberContext = createContext<MyMembership | null>(null)

/** Who is at the desk, and what they may do. It changes while the desk is open when an administrator changes it. */
export function useMember(): MyMembership {
  const member = use(MemberContext)
  if (!member) throw new Error('useMember needs the layout of the desk above it')
  return member
}
