import { t } from '#app/admin/kit/messages.ts'
import { LOGIN_PATH } from '#app/admin/kit/paths.ts'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { describeRole } from '#app/admin/people/people-queries.ts'
import {
  ChoosePassword,
  ChoosePasswordFallback,
  type ChoosePasswordTexts,
} from '#app/admin/shell/sign-in/choose-password.tsx'
import { loadLinkPage } from '#app/admin/shell/sign-in/mailed-link.ts'
import { findMyMembership } from '#core/data/members.ts'
import type { Route } from './+types/invitation.ts'

export const handle: ScreenHandle = { title: t('signIn.invitation.page') }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadLinkPage(request.url, 'invite')
}
clientLoader.hydrate = true as const

const TEXTS: ChoosePasswordTexts = {
  title: t('signIn.invitation.title'),
  intro: t('signIn.invitation.intro'),
  action: t('signIn.invitation.action'),
  done: t('signIn.invitation.done'),
  // The role may have been changed since the mail.
  async describeDone(client) {
    const member = await findMyMembership(client).catch(() => null)
    return member
      ? t('signIn.invitation.doneAs', { role: describeRole(member) })
      : t('signIn.invitation.done')
  },
  invalidLink: {
    to: LOGIN_PATH,
    action: t('signIn.goToLogin'),
    missing: t('signIn.invitation.missing'),
    used: t('signIn.invitation.used'),
  },
}

export function HydrateFallback() {
  return <ChoosePasswordFallback texts={TEXTS} />
}

export default function Invitation({ loaderData }: Route.ComponentProps) {
  return <ChoosePassword type="invite" page={loaderData} texts={TEXTS} />
}
