import { createRoot } from 'react-dom/client'
import { confirmWhenSeen } from '#app/components/newsletter/confirm-when-seen.ts'
import { ConfirmationScreen } from '#app/components/newsletter/confirmation-screens.tsx'
import { Page } from '#app/document/page-context.ts'
import { loadPage } from '#app/reader/page-here.ts'

/** Confirms the subscription of the link that led here, and shows the outcome. */
export async function start(island: HTMLElement): Promise<void> {
  const token = new URLSearchParams(location.search).get('token')
  if (!token) return
  const [{ page }, outcome] = await Promise.all([loadPage(), confirmWhenSeen(token)])
  createRoot(island).render(
    <Page value={page}>
      <ConfirmationScreen outcome={outcome} />
    </Page>,
  )
}
