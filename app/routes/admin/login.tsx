import { Link, replace } from 'react-router'
import { adminClient } from '#app/components/admin/admin-client.ts'
import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { identifyVisitor } from '#app/components/admin/identify-visitor.ts'
import { LoginForm } from '#app/components/admin/login-form.tsx'
import { NeedsJavascript } from '#app/components/admin/needs-javascript.tsx'
import type { Route } from './+types/login.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta('Login', matches)

/** Administrators go straight to work; whoever else is signed in may sign in as somebody else. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const visitor = await identifyVisitor(adminClient(request.url))
  if (visitor.kind === 'admin') throw replace('/admin/dashboard')
  return null
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <LoginPage ready={false} />
}

export default function Login() {
  return <LoginPage ready />
}

function LoginPage({ ready }: { ready: boolean }) {
  return (
    <main lang="en" className="m-auto w-full max-w-sm px-5 py-12">
      <h1 className="border-ink border-b-2 pb-4 font-display font-medium text-title-lg">AI Watch Admin</h1>
      <div className="mt-7">
        <NeedsJavascript />
        <LoginForm ready={ready} />
      </div>
      <p className="mt-8 text-sm">
        <Link to="/" className="py-1 text-soft underline underline-offset-4 hover:text-ink">
          Back to Website
        </Link>
      </p>
    </main>
  )
}
