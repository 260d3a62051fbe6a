import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { LOGIN_PATH } from '#app/admin/sign-in/admin-path.ts'
import {
  ChoosePassword,
  ChoosePasswordFallback,
  type ChoosePasswordTexts,
} from '#app/admin/sign-in/choose-password.tsx'
import { loadLinkPage } from '#app/admin/sign-in/load-link-page.ts'
import type { Route } from './+types/invitation.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta('Invitation', matches)

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadLinkPage(request.url, 'invite')
}
clientLoader.hydrate = true as const

const TEXTS: ChoosePasswordTexts = {
  title: 'Welcome',
  intro: 'You are invited to be an administrator of this publication. Choose a password to accept.',
  action: 'Accept and sign in',
  done: 'Welcome! Your account is ready.',
  useless: {
    to: LOGIN_PATH,
    action: 'Go to the login',
    missing: 'Please open the link in your mail once more.',
    used: 'The invitation was accepted before, withdrawn, or is too old. Whoever invited you can send another one.',
  },
}

export function HydrateFallback() {
  return <ChoosePasswordFallback texts={TEXTS} />
}

export default function Invitation({ loaderData }: Route.ComponentProps) {
  return <ChoosePassword type="invite" page={loaderData} texts={TEXTS} />
}
