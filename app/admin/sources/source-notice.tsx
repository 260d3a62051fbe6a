import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/messages.ts'
import { nameOfSourceState } from '#app/admin/sources/panel/describe-sentence.ts'
import { changedSourcesQuery } from '#app/admin/sources/sources-queries.ts'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'

/** Says in a translation that sources of its original were corrected or withdrawn; nothing while none was. */
export function SourceNotice({ originalId, className = '' }: { originalId: string; className?: string }) {
  const { data: sources = [] } = useQuery(changedSourcesQuery(originalId))
  if (sources.length === 0) return null
  return (
    <Notice tone="warning" role="status" className={className} title={t('sources.changed.title')}>
      <p>{t('sources.changed.text')}</p>
      <ul>
        {sources.map(({ number, outlet, title, state, state_since }) => (
          <li key={number} className="wrap-anywhere">
            {outlet}: {title} ({nameOfSourceState(state)}
            {state_since && (
              <>
                {' '}
                <LocalTime iso={state_since} precision="minute" />
              </>
            )}
            )
          </li>
        ))}
      </ul>
    </Notice>
  )
}
