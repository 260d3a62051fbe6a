import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/kit/messages.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { nameOfSourceState } from '#app/admin/stories/sources/panel/describe-sentence.ts'
import { changedSourcesQuery } from '#app/admin/stories/sources/sources-queries.ts'

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
