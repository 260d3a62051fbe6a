import type { ConfirmationOutcome } from '#app/components/newsletter/confirm-when-seen.ts'
import { ConfirmationPending, ConfirmationScreen } from '#app/components/newsletter/confirmation-screens.tsx'
import { serverContext } from '#app/context.ts'
import { type PageMetaArgs, type PageProps, servePage } from '#app/document/serve-page.tsx'
import { pageMeta } from '#app/head/page-meta.ts'
import { PRIVATE_PAGE_HEADERS } from '#app/head/private-page.ts'
import { isDatabaseAway } from '#core/data/client.ts'
import { confirmSubscription } from '#core/data/subscribers.ts'
import type { Route } from './+types/confirm-subscription.ts'

/** A page without a link to confirm says so. */
const load = ({ url }: Route.LoaderArgs) => ({ hasToken: Boolean(url.searchParams.get('token')) })

/** Confirms by the POST of the button that the page shows without scripts. A GET request never gets here. */
async function act({ context, url }: Route.ActionArgs): Promise<ConfirmationOutcome> {
  const token = url.searchParams.get('token')
  if (!token) return { success: false, code: 'invalid', message: '' }
  try {
    return await confirmSubscription(context.get(serverContext).supabase, token)
  } catch (error) {
    if (!isDatabaseAway(error)) console.error(error)
    return 'failed'
  }
}

const meta = (args: PageMetaArgs<typeof load>) =>
  pageMeta(args, (t) => ({
    title: t('meta.confirm.title'),
    description: t('meta.confirm.description'),
    hidden: true,
  }))

function ConfirmSubscription({ loaderData: { hasToken }, actionData }: PageProps<typeof load, typeof act>) {
  const known = hasToken ? actionData : { success: false, code: 'invalid' as const, message: '' }
  return (
    // A live region, rendered before its content changes so that the change is announced.
    <div
      aria-live="polite"
      className="page max-w-2xl py-16 text-center md:py-28"
      {...(!known && { 'data-island': 'confirm' })}
    >
      {known ? <ConfirmationScreen outcome={known} /> : <ConfirmationPending />}
    </div>
  )
}

export const loader = servePage({ load, act, headers: PRIVATE_PAGE_HEADERS, meta, Page: ConfirmSubscription })

export const action = loader
