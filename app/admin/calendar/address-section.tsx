import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CALENDAR_ADDRESS_KEY, calendarAddressQuery } from '#app/admin/calendar/calendar-queries.ts'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { CopyField } from '#app/admin/ui/copy-field.tsx'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { renewCalendarAddress, revokeCalendarAddress } from '#core/data/calendar.ts'
import { calendarFeedPath } from '#core/paths.ts'

/** The member's own address at which other programs read the calendar: made, shown once, renewed and revoked. */
export function AddressSection() {
  const query = useQuery(calendarAddressQuery)
  const [asked, setAsked] = useState<'renew' | 'revoke' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { toast } = useToast()
  const renew = useDeskMutation({ run: renewCalendarAddress, invalidates: [CALENDAR_ADDRESS_KEY] })
  const revoke = useDeskMutation({ run: revokeCalendarAddress, invalidates: [CALENDAR_ADDRESS_KEY] })
  return (
    <div className="mt-10">
      <PageSection
        id="calendar-address"
        titleRef={heading}
        title={t('calendar.address')}
        intro={t('calendar.address.intro')}
      >
        <QueryView query={query} what={t('calendar.address.what')} pending={<ListSkeleton rows={1} />}>
          {(madeAt) => (
            <div className="space-y-4 text-sm">
              <p>
                {madeAt === null ? (
                  t('calendar.address.none')
                ) : (
                  <FilledMessage
                    text={t('calendar.address.made')}
                    values={{ time: <LocalTime iso={madeAt} precision="minute" /> }}
                  />
                )}
              </p>
              <div className="flex flex-wrap gap-3">
                <Button variant="secondary" onClick={() => setAsked('renew')}>
                  {madeAt === null ? t('calendar.address.make') : t('calendar.address.renew')}
                </Button>
                {madeAt !== null && (
                  <Button variant="secondary" onClick={() => setAsked('revoke')}>
                    {t('calendar.address.revoke')}
                  </Button>
                )}
              </div>
            </div>
          )}
        </QueryView>
      </PageSection>
      {asked === 'renew' && (
        <ConfirmDialog
          title={t('calendar.address.renew.title')}
          action={t('calendar.address.make')}
          destructive={false}
          onConfirm={async () => setSecret(await renew.mutateAsync())}
          onClose={() => setAsked(null)}
          focusAfter={heading}
        >
          <p>{query.data ? t('calendar.address.renew.warning') : t('calendar.address.make.warning')}</p>
        </ConfirmDialog>
      )}
      {asked === 'revoke' && (
        <ConfirmDialog
          title={t('calendar.address.revoke.title')}
          action={t('calendar.address.revoke')}
          onConfirm={async () => {
            await revoke.mutateAsync()
            toast({ title: t('ui.success'), description: t('calendar.address.revoke.done') })
          }}
          onClose={() => setAsked(null)}
          focusAfter={heading}
        >
          <p>{t('calendar.address.revoke.warning')}</p>
        </ConfirmDialog>
      )}
      {secret !== null && <NewAddress secret={secret} onClose={() => setSecret(null)} focusAfter={heading} />}
    </div>
  )
}

interface NewAddressProps {
  secret: string
  onClose: () => void
  focusAfter: React.RefObject<HTMLElement | null>
}

/** Shows the address once. */
function NewAddress({ secret, onClose, focusAfter }: NewAddressProps) {
  const { siteUrl } = useSiteData()
  const address = siteUrl + calendarFeedPath(secret)
  return (
    <ModalDialog title={t('calendar.address.new')} width="list" onClose={onClose} focusAfter={focusAfter}>
      <div className="space-y-4 text-sm">
        <p className="text-soft">{t('calendar.address.new.once')}</p>
        <CopyField
          label={t('calendar.address.new.field')}
          value={address}
          action={t('calendar.address.new.copy')}
        />
      </div>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>{t('calendar.address.new.done')}</Button>
      </div>
    </ModalDialog>
  )
}
