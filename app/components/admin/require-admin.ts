import { type RouterContextProvider, replace } from 'react-router'
import { adminClient } from '#app/components/admin/admin-client.ts'
import { adminContext } from '#app/components/admin/admin-context.ts'
import { identifyVisitor } from '#app/components/admin/identify-visitor.ts'

/**
 * The guard of the admin area, a client middleware: nothing behind it loads for anyone but an administrator. It spares
 * others a broken page; what they may read is decided by the database.
 */
export async function requireAdmin(args: {
  request: Request
  context: Readonly<RouterContextProvider>
}): Promise<void> {
  const client = adminClient(args.request.url)
  const visitor = await identifyVisitor(client)
  if (visitor.kind === 'unauthenticated') throw replace('/admin')
  if (visitor.kind === 'not_admin') throw replace('/')
  args.context.set(adminContext, { client, email: visitor.email })
}
