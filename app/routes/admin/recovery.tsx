import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import {
  ChoosePassword,
  ChoosePasswordFallback,
  type ChoosePasswordTexts,
} from '#app/admin/sign-in/choose-password.tsx'
import { loadLinkPage } from '#app/admin/sign-in/load-link-page.ts'
import type { Route } from './+types/recovery.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta('New password', matches)

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadLinkPage(request.url, 'recovery')
}
clientLoader.hydrate = true as const

const TEXTS: ChoosePasswordTexts = {
  title: 'New password',
  intro: 'Choose a new password. Wherever else you are signed in, you will be signed out.',
  action: 'Save and sign in',
  done: 'Your new password is saved.',
  useless: {
    to: '/admin/forgot-password',
    action: 'Ask for a new link',
    missing: 'Please open the link in your mail once more. If that does not help, ask for a new one.',
    used: 'The link was used before, or it is too old: each works once, and for a short time only.',
  },
}

export function HydrateFallback() {
  return <ChoosePasswordFallback texts={TEXTS} />
}

export default function Recovery({ loaderData }: Route.ComponentProps) {
  return <ChoosePassword type="recovery" page={loaderData} texts={TEXTS} />
}
