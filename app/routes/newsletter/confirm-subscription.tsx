import type { ConfirmationOutcome } from '#app/components/newsletter/confirm-when-seen.ts'
import { ConfirmationPending, ConfirmationScreen } from '#app/components/newsletter/confirmation-screens.tsx'
import { servePage } from '#app/document/serve-page.tsx'
import { PRIVATE_PAGE_HEADERS } from '#app/head/private-page.ts'
import { isDatabaseAway } from '#core/data/client.ts'
import { confirmSubscription } from '#core/data/subscribers.ts'

export const loader = servePage({
  // A page without a link to confirm says so.
  load: ({ url }) => ({ hasToken: Boolean(url.searchParams.get('token')) }),
  // Confirms by the POST of the button that the page shows without scripts. A GET request never gets here.
  async act({ server, url }): Promise<ConfirmationOutcome> {
    const token = url.searchParams.get('token')
    if (!token) return { success: false, code: 'invalid', message: '' }
    try {
      return await confirmSubscription(server.supabase, token)
    } catch (error) {
      if (!isDatabaseAway(error)) console.error(error)
      return 'failed'
    }
  },
  headers: PRIVATE_PAGE_HEADERS,
  describe: ({ t }) => ({
    title: t('meta.confirm.title'),
    description: t('meta.confirm.description'),
    hidden: true,
  }),
  Page({ loaderData: { hasToken }, actionData }) {
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
  },
})

export const action = loader
