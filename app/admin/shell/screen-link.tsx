import { Link, type To } from 'react-router'
import { useMember } from '#app/admin/session/use-member.ts'
import { mayOpen } from '#app/admin/shell/screens.ts'

interface ScreenLinkProps {
  to: To
  className?: string
  children: React.ReactNode
}

/** A link to a screen of the desk, for those who may open it. */
export function ScreenLink({ to, className, children }: ScreenLinkProps) {
  const path = typeof to === 'string' ? to : to.pathname
  // Without a path it leads to a part of the same screen.
  const isOpen = useMayOpen(path ?? '') || !path
  if (!isOpen) return null
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  )
}

/** Whether the member may open a screen, given its address. */
export function useMayOpen(address: string): boolean {
  return mayOpen(useMember(), address)
}
