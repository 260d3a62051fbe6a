import { useSearchParams } from 'react-router'
import { confirmationMessage } from '#app/components/newsletter/confirmation-message.ts'
import {
  ConfirmationFailed,
  ConfirmationPending,
  ConfirmationSucceeded,
} from '#app/components/newsletter/confirmation-screens.tsx'
import { type ConfirmationOutcome, useConfirmation } from '#app/components/newsletter/use-confirmation.ts'
import { serverContext } from '#app/context.ts'
import { pageMeta } from '#app/head/page-meta.ts'
import { PRIVATE_PAGE_HEADERS } from '#app/head/private-page.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { isDatabaseAway } from '#core/data/client.ts'
import { confirmSubscription } from '#core/data/subscribers.ts'
import type { Route } from './+types/confirm-subscription.ts'

export const headers = () => PRIVATE_PAGE_HEADERS

/** Confirms by the POST of the button that the page shows without scripts. A GET request never gets here. */
export async function action({ context, url }: Route.ActionArgs): Promise<ConfirmationOutcome> {
  const token = url.searchParams.get('token')
  if (!token) return { success: false, code: 'invalid', message: '' }
  try {
    return await confirmSubscription(context.get(serverContext).supabase, token)
  } catch (error) {
    if (!isDatabaseAway(error)) console.error(error)
    return 'failed'
  }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, (t) => ({
    title: t('meta.confirm.title'),
    description: t('meta.confirm.description'),
    hidden: true,
  }))
}

export default function ConfirmSubscription({ actionData }: Route.ComponentProps) {
  return (
    // A live region, rendered before its content changes so that the change is announced.
    <div aria-live="polite" className="page max-w-2xl py-16 text-center md:py-28">
      <ConfirmationScreen known={actionData} />
    </div>
  )
}

function ConfirmationScreen({ known }: { known: ConfirmationOutcome | undefined }) {
  const { language, t } = useTranslation()
  const [search] = useSearchParams()
  const token = search.get('token')
  const outcome = useConfirmation(token, known)

  if (!token) return <ConfirmationFailed message={t('confirm.message.invalid')} />
  if (!outcome) return <ConfirmationPending />
  const message = confirmationMessage(outcome, { language, t })
  if (outcome === 'failed' || !outcome.success) return <ConfirmationFailed message={message} />
  return <ConfirmationSucceeded message={message} />
}
