import { Button } from '#app/components/ui/button.tsx'
import type { Translate } from '#core/i18n/translator.ts'

/**
 * The button that has an article read aloud, before its text. Its script is loaded when a reader points at it (`app/listen`); `audio` is
 * the address of a recording, beside which is the text that it reads. A static mirror leaves it out.
 */
export function ListenButton({ t, audio }: { t: Translate; audio?: string | null | undefined }) {
  return (
    <aside data-live="" className="listen mt-0! mb-5 font-sans">
      <Button variant="secondary" size="sm" data-listens="" data-audio={audio} data-scripted="listen">
        {t('article.listen')}
      </Button>
    </aside>
  )
}
