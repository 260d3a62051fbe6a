import { hydrateRoot } from 'react-dom/client'
import { announce as show, type ToastMessage, ToastProvider } from '#app/components/ui/toast.tsx'
import { loadPage, loadStyles } from '#app/reader/page-here.ts'

const started = new WeakSet<Element>()

/** Shows a message over the page, whose live regions the server has rendered: screen readers announce only changes in an existing one. */
export function announce(message: ToastMessage): void {
  const place = document.getElementById('toasts')
  if (place && !started.has(place)) {
    const { regionLabel = '', closeLabel = '' } = place.dataset
    hydrateRoot(place, <ToastProvider regionLabel={regionLabel} closeLabel={closeLabel} />)
    started.add(place)
  }
  // The toast is readable without them too.
  void loadStyles()
    .catch(console.error)
    .then(() => show(message))
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
