import { FactorsSection } from '#app/admin/account/factors-section.tsx'
import { loadFactors } from '#app/admin/account/load-factors.ts'
import { PasswordSection } from '#app/admin/account/password-section.tsx'
import { SessionsSection } from '#app/admin/account/sessions-section.tsx'
import { LoadError } from '#app/admin/errors/load-error.tsx'
import { adminContext } from '#app/admin/session/admin-context.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { listMySessions } from '#core/data/sessions.ts'
import type { Route } from './+types/account.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta('Account', matches)

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const { client, email } = context.get(adminContext)
  const [factors, sessions] = await Promise.all([loadFactors(client), listMySessions(client)])
  return { email, factors, sessions }
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadError title="Account" what="Your account" />
}

export default function Account({ loaderData: { email, factors, sessions } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="font-display font-medium text-title-lg">Account</h1>
      <p className="mt-1.5 mb-8 break-words text-soft">Signed in as {email}</p>
      <PasswordSection email={email} />
      <FactorsSection factors={factors} email={email} />
      <SessionsSection sessions={sessions} />
    </>
  )
}
