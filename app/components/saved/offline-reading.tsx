import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { stopKeeping } from '#app/saved/register-worker.ts'
import { changeSavedList } from '#app/saved/saved-list-store.ts'
import type { KeptPages } from '#app/saved/use-kept-pages.ts'
import { keptBytes, MAX_KEPT_BYTES } from '#core/domain/kept-page.ts'
import type { Translate } from '#core/i18n/translator.ts'

const MB = 1024 * 1024

interface OfflineReadingProps {
  t: Translate
  kept: KeptPages
  isOn: boolean
  change: (make: () => unknown) => boolean
}

/** What is kept for reading without a network, and the switch that ends it. */
export function OfflineReading({ t, kept: { pages, state, refresh }, isOn, change }: OfflineReadingProps) {
  const { toast } = useToast()
  const max = MAX_KEPT_BYTES / MB

  const setOffline = (offline: boolean) => change(() => changeSavedList((list) => ({ ...list, offline })))
  async function switchOff() {
    if (!setOffline(false)) return
    await stopKeeping()
    refresh()
    toast({ title: t('saved.offline.nowOff') })
  }

  return (
    <section className="mt-14 border-line border-t pt-6">
      <h2 className="font-display text-title-lg font-medium">{t('saved.offline.title')}</h2>
      {isOn && state === 'impossible' && <p className="mt-3 text-soft">{t('saved.offline.impossible')}</p>}
      {isOn && state !== 'impossible' && (
        <>
          <p className="mt-3 text-soft">
            {t('saved.offline.text', { max })}{' '}
            {pages && t('saved.offline.used', { used: Math.ceil(keptBytes(pages) / MB), max })}
          </p>
          <p className="mt-3 text-soft">{t('saved.offline.install')}</p>
        </>
      )}
      {!isOn && <p className="mt-3 text-soft">{t('saved.offline.isOff')}</p>}
      {(!isOn || state === 'kept') && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-5 whitespace-pre-line"
          onClick={() => (isOn ? void switchOff() : setOffline(true))}
        >
          {t(isOn ? 'saved.offline.off' : 'saved.offline.on')}
        </Button>
      )}
    </section>
  )
}
