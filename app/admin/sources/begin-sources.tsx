import { use } from 'react'
import { t } from '#app/admin/messages.ts'
import { SourcesContext } from '#app/admin/sources/sources-context.ts'

/** Begins to cite sources in an article that rests on none. */
export function BeginSources() {
  const { begin } = use(SourcesContext)
  return (
    begin && (
      <button
        type="button"
        className="mt-6 inline-flex min-h-6 items-center text-sm text-soft underline underline-offset-4 hover:text-ink"
        onClick={begin}
      >
        {t('sources.begin')}
      </button>
    )
  )
}
