import { useNameOfEditor } from '#app/admin/history/history-queries.ts'
import { t } from '#app/admin/messages.ts'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import type { Consent, SubscriberRecord } from '#core/domain/subscriber-record.ts'

/** The recorded consent of a subscriber, and the last request in their name. */
export function ConsentSection({ subscriber }: { subscriber: SubscriberRecord }) {
  const { consent, requested_consent, chosen_sections: chosen, open_links } = subscriber
  const isRecorded = Object.keys(consent).length > 0
  const isRequested = Object.keys(requested_consent).length > 0
  return (
    <PageSection
      id="consent"
      title={t('subscribers.person.consent')}
      intro={t('subscribers.person.consent.intro')}
    >
      {isRecorded ? (
        <ConsentFacts consent={consent} />
      ) : (
        <p className="text-sm text-soft">{t('subscribers.person.consent.none')}</p>
      )}
      {chosen.at && (
        <Facts>
          <Fact name={t('subscribers.person.sections.chosen')}>
            {chosen.sections} · <LocalTime iso={chosen.at} precision="minute" />
          </Fact>
          {chosen.ip && <Fact name={t('subscribers.person.sections.chosenFrom')}>{chosen.ip}</Fact>}
        </Facts>
      )}
      {isRequested && (
        <>
          <h3 className="mt-6 font-semibold text-sm">{t('subscribers.person.requested')}</h3>
          <p className="mt-1 mb-2 text-sm text-soft">{t('subscribers.person.requested.intro')}</p>
          <ConsentFacts consent={requested_consent} />
        </>
      )}
      {open_links > 0 && (
        <p className="mt-4 text-sm text-soft">{t('subscribers.person.openLinks', { count: open_links })}</p>
      )}
    </PageSection>
  )
}

function ConsentFacts({ consent }: { consent: Consent }) {
  const nameOf = useNameOfEditor()
  const { asked, at, ip, source, confirmed_at, confirmed_ip, added_by, imported_at, imported_by } = consent
  return (
    <Facts>
      {asked && <Fact name={t('subscribers.person.asked')}>{asked}</Fact>}
      {source && <Fact name={t('subscribers.person.source')}>{source}</Fact>}
      {at && (
        <Fact name={t('subscribers.person.askedAt')}>
          <LocalTime iso={at} precision="minute" />
        </Fact>
      )}
      {added_by && <Fact name={t('subscribers.person.addedBy')}>{nameOf(added_by)}</Fact>}
      {ip && <Fact name={t('subscribers.person.ip')}>{ip}</Fact>}
      {confirmed_at && (
        <Fact name={t('subscribers.person.confirmed')}>
          <LocalTime iso={confirmed_at} precision="minute" />
        </Fact>
      )}
      {confirmed_ip && <Fact name={t('subscribers.person.confirmedIp')}>{confirmed_ip}</Fact>}
      {imported_at && (
        <Fact name={t('subscribers.person.importedAt')}>
          <LocalTime iso={imported_at} precision="minute" />
        </Fact>
      )}
      {imported_by && <Fact name={t('subscribers.person.importedBy')}>{nameOf(imported_by)}</Fact>}
    </Facts>
  )
}

/** A list of facts with their names. */
export function Facts({ children }: { children: React.ReactNode }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm">{children}</dl>
  )
}

export function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-faint">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}
