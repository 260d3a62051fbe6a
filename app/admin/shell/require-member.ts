import { createContext, type RouterContextProvider, redirectDocument, replace } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { ACCOUNT_PATH, LOGIN_PATH } from '#app/admin/kit/paths.ts'
import { identifyVisitor, type Visitor } from '#app/admin/kit/session/identify-visitor.ts'
import { sessionRenewal } from '#app/admin/kit/session/session-renewal.ts'
import { loginPath } from '#app/admin/shell/sign-in/login-path.ts'
import { flushUnsavedWork } from '#app/admin/stories/unsaved/autosave.ts'
import { browserClient } from '#app/browser-client.ts'
import { sayOnNextPage } from '#app/reader/say-later.ts'
import type { Client } from '#core/data/client.ts'
import type { MyMembership } from '#core/domain/role.ts'

/** The member who is at the desk. */
export interface MemberAtDesk {
  /** Signed in as the member. */
  client: Client
  email: string
  member: MyMembership
}

/** Set by the guard, for the loaders that run after it. */
export const memberContext = createContext<MemberAtDesk>()

/**
 * The guard of the desk, a client middleware that redirects everyone without a role, and tells those who are signed in why. It only spares
 * others a broken page; what they may read is decided by the database. Which screens a role has is said by the rooms (`room.ts`).
 */
export async function requireMember(args: {
  request: Request
  context: Readonly<RouterContextProvider>
}): Promise<void> {
  const client = browserClient()
  const isOpen = sessionRenewal.offeredTo() !== null
  let visitor = await identifyVisitor(client)
  while (canRenew(visitor)) {
    await sessionRenewal.ask()
    visitor = await identifyVisitor(client)
  }
  switch (visitor.kind) {
    case 'unauthenticated':
    case 'needs_second_factor':
      throw replace(loginPath(args.request.url))
    case 'not_member':
      // Whoever was at work is told where that is kept.
      if (isOpen) {
        await flushUnsavedWork()
        throw replace(LOGIN_PATH)
      }
      sayOnNextPage(t('signIn.notMember.title'), t('signIn.notMember.text'))
      throw redirectDocument('/')
    case 'member': {
      const { email, member } = visitor
      const isAtAccount = new URL(args.request.url).pathname === ACCOUNT_PATH
      if (member.needs_factor && !isAtAccount) throw replace(`${ACCOUNT_PATH}#second-factor`)
      args.context.set(memberContext, { client, email, member })
    }
  }
}

/** Tells whether the session can be renewed over an open page of the desk; otherwise the guard redirects to the login. */
function canRenew(visitor: Visitor): boolean {
  const email = sessionRenewal.offeredTo()
  if (email === null) return false
  if (visitor.kind === 'unauthenticated') return true
  return visitor.kind === 'needs_second_factor' && visitor.email === email
}
