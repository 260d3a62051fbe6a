import { t } from '#app/admin/messages.ts'
import { RecordSection } from '#app/admin/subscribers/person/record-section.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import type { Bounce, SubscriberRecord } from '#core/domain/subscriber-record.ts'

const KINDS: Record<Bounce['kind'], string> = {
  permanent: t('subscribers.person.bounce.permanent'),
  temporary: t('subscribers.person.bounce.temporary'),
  refused: t('subscribers.person.bounce.refused'),
  complaint: t('subscribers.person.bounce.complaint'),
  left: t('subscribers.person.bounce.left'),
}

/** Mail that came back, and complaints. */
export function BouncesSection({ bounces }: Pick<SubscriberRecord, 'bounces'>) {
  return (
    <RecordSection
      id="bounces"
      title={t('subscribers.person.bounces')}
      intro={t('subscribers.person.bounces.intro')}
      rows={bounces}
      none={t('subscribers.person.bounces.none')}
    >
      {({ id, kind, status, detail, reported_at }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-5 gap-y-0.5 py-2.5">
          <span className="min-w-0 wrap-anywhere">
            {KINDS[kind]}
            {(status || detail) && (
              <span className="block text-soft">{[status, detail].filter(Boolean).join(' · ')}</span>
            )}
          </span>
          <span className="text-faint">
            <LocalTime iso={reported_at} precision="minute" />
          </span>
        </li>
      )}
    </RecordSection>
  )
}
