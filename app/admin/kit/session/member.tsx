import { createContext, use } from 'react'
import { Link, type To } from 'react-router'
import type { MyMembership } from '#core/domain/role.ts'

/** Tells whether the member may open a screen, given its address. Provided by the layout of the desk. */
export const MayOpenContext = createContext<(address: string) => boolean>(() => false)

export const useMayOpen = () => use(MayOpenContext)

interface ScreenLinkProps {
  to: To
  className?: string
  children: React.ReactNode
}

/** A link to a screen of the desk, for those who may open it. */
export function ScreenLink({ to, className, children }: ScreenLinkProps) {
  const mayOpen = useMayOpen()
  const path = typeof to === 'string' ? to : to.pathname
  // A link without a path leads to a part of the same screen.
  if (path && !mayOpen(path)) return null
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  )
}

/** Provided by the layout of the desk. */
export const MemberContext = createContext<MyMembership | null>(null)

/** Returns the member at the desk, and what they may do. It changes while the desk is open when an administrator changes it. */
export function useMember(): MyMembership {
  const member = use(MemberContext)
  if (!member) throw new Error('useMember needs the layout of the desk above it')
  return member
}
