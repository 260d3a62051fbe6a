import { createContext, type RouterContextProvider, replace } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { identifyVisitor, type Visitor } from '#app/admin/session/identify-visitor.ts'
import { sessionRenewal } from '#app/admin/session/session-renewal.ts'
import { loginPath } from '#app/admin/sign-in/admin-path.ts'
import { browserClient } from '#app/browser-client.ts'
import { announce } from '#app/components/ui/toast.tsx'
import type { Client } from '#core/data/client.ts'

export interface AdminContext {
  /** Signed in as the administrator. */
  client: Client
  email: string
}

/** Set by the guard, for the loaders that run after it. */
export const adminContext = createContext<AdminContext>()

/**
 * The guard of the admin area, a client middleware that redirects everyone but administrators, and tells those who are signed in why. It only spares others a
 * broken page; what they may read is decided by the database.
 */
export async function requireAdmin(args: {
  request: Request
  context: Readonly<RouterContextProvider>
}): Promise<void> {
  const client = browserClient()
  let visitor = await identifyVisitor(client)
  while (canRenew(visitor)) {
    await sessionRenewal.ask()
    visitor = await identifyVisitor(client)
  }
  switch (visitor.kind) {
    case 'unauthenticated':
    case 'needs_second_factor':
      throw replace(loginPath(args.request.url))
    case 'not_admin':
      announce({
        title: t('signIn.notAdmin.title'),
        description: t('signIn.notAdmin.text'),
        variant: 'destructive',
      })
      throw replace('/')
    case 'admin':
      args.context.set(adminContext, { client, email: visitor.email })
  }
}

/** Whether the session can be renewed over an open page of the admin area; otherwise the guard redirects to the login. */
function canRenew(visitor: Visitor): boolean {
  const email = sessionRenewal.offeredTo()
  if (email === null) return false
  if (visitor.kind === 'unauthenticated') return true
  return visitor.kind === 'needs_second_factor' && visitor.email === email
}
