import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/kit/messages.ts'
import { SUBSCRIBERS_PATH } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { TableSkeleton } from '#app/admin/kit/table/table-view.tsx'
import { BackLink } from '#app/admin/kit/ui/page-section.tsx'
import { MailNotice } from '#app/admin/mail/outbox/mail-notice.tsx'
import { SubscriberView } from '#app/admin/subscribers/subscriber-view.tsx'
import { subscriberQuery } from '#app/admin/subscribers/subscribers-queries.ts'
import { z } from '#core/domain/schema.ts'
import type { Route } from './+types/subscriber.ts'

export const handle: ScreenHandle = { title: t('subscribers.person.title') }

const uuid = z.uuid()

export default function Subscriber({ params }: Route.ComponentProps) {
  const isId = uuid.safeParse(params.id).success
  const subscriber = useQuery({ ...subscriberQuery(params.id), enabled: isId })
  return (
    <>
      <BackLink to={SUBSCRIBERS_PATH}>{t('subscribers.person.back')}</BackLink>
      <MailNotice />
      {isId ? (
        <QueryView query={subscriber} what={t('subscribers.person.what')} pending={<TableSkeleton />}>
          {(found) => (found ? <SubscriberView subscriber={found} /> : <Missing />)}
        </QueryView>
      ) : (
        <Missing />
      )}
    </>
  )
}

function Missing() {
  return (
    <>
      <h1 className="mb-4 font-display font-medium text-title-lg">{t('subscribers.person.title')}</h1>
      <p className="text-sm text-soft">{t('subscribers.person.missing')}</p>
    </>
  )
}
