import { t } from '#app/admin/kit/messages.ts'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import {
  ChoosePassword,
  ChoosePasswordFallback,
  type ChoosePasswordTexts,
} from '#app/admin/shell/sign-in/choose-password.tsx'
import { loadLinkPage } from '#app/admin/shell/sign-in/mailed-link.ts'
import type { Route } from './+types/recovery.ts'

export const handle: ScreenHandle = { title: t('signIn.recovery.title') }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadLinkPage(request.url, 'recovery')
}
clientLoader.hydrate = true as const

const TEXTS: ChoosePasswordTexts = {
  title: t('signIn.recovery.title'),
  intro: t('signIn.recovery.intro'),
  action: t('signIn.recovery.action'),
  done: t('signIn.recovery.done'),
  invalidLink: {
    to: '/admin/forgot-password',
    action: t('signIn.recovery.askAgain'),
    missing: t('signIn.recovery.missing'),
    used: t('signIn.recovery.used'),
  },
}

export function HydrateFallback() {
  return <ChoosePasswordFallback texts={TEXTS} />
}

export default function Recovery({ loaderData }: Route.ComponentProps) {
  return <ChoosePassword type="recovery" page={loaderData} texts={TEXTS} />
}
