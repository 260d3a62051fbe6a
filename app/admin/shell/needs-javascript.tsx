import { t } from '#app/admin/messages.ts'

/** Tells users of a browser without scripts that the admin area needs them. */
export function NeedsJavascript() {
  return (
    <noscript>
      <p className="mb-6 border border-edge px-4 py-3 text-sm">{t('shell.needsJavascript')}</p>
    </noscript>
  )
}
