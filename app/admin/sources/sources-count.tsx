import { use } from 'react'
import { t } from '#app/admin/messages.ts'
import { countStates } from '#app/admin/sources/live/open-sentences.ts'
import { SourcesContext } from '#app/admin/sources/sources-context.ts'

/** How many sentences need somebody, in the tab of the sources. */
export function SourcesCount() {
  const { red, amber } = countStates(use(SourcesContext).draft?.states ?? [])
  if (red + amber === 0) return null
  return (
    <span data-tone={red > 0 ? 'red' : 'orange'} className="font-semibold text-accent tabular-nums">
      <span aria-hidden>{red > 0 ? red : amber}</span>
      <span className="sr-only">
        , {red > 0 ? t('sources.count.red', { count: red }) : t('sources.count.amber', { count: amber })}
      </span>
    </span>
  )
}
