import { hydrateRoot } from 'react-dom/client'
import { loadPage } from '#app/reader/page-here.ts'
import { announce as show, type ToastMessage, ToastProvider } from '#app/components/ui/toast.tsx'

const started = new WeakSet<Element>()

/** Shows a message over the page, whose live regions the server has rendered: screen readers announce only changes in an existing one. */
export function announce(message: ToastMessage): void {
  const place = document.getElementById('toasts')
  if (place && !started.has(place)) {
    const { regionLabel = '', closeLabel = '' } = place.dataset
    hydrateRoot(place, <ToastProvider regionLabel={regionLabel} closeLabel={closeLabel} />)
    started.add(place)
  }
  show(message)
}

/** Says that the network was lost. */
export async function announceLost(): Promise<void> {
  const { t } = await loadPage()
  announce({
    title: t('connection.lost.title'),
    description: t('connection.lost.text'),
    variant: 'destructive',
  })
}
