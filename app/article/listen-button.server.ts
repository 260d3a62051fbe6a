import { buttonStyles } from '#app/components/ui/button.tsx'
import { xml } from '#core/feeds/escape.ts'
import type { Translate } from '#core/i18n/translator.ts'

/**
 * The button that has an article read aloud, as HTML before its text. What it does is loaded when it is pressed (`app/listen`); `audio` is the
 * address of a recording, beside which is what it reads. A static mirror leaves it out.
 */
export function listenButton(t: Translate, audio: string | null = null): string {
  const named = audio && xml` data-audio="${audio}"`
  return xml`<aside data-live="" class="listen mt-0! mb-5 font-sans"><button type="button" data-listens=""${named} data-scripted="listen" class="${buttonStyles({ variant: 'secondary', size: 'sm' })}">${t('article.listen')}</button></aside>`
    .xml
}
