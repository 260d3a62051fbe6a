import { useOutletContext } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { RequestsPage } from '#app/admin/system/requests-page.tsx'
import type { SystemState } from '#core/domain/system.ts'
import type { Route } from './+types/system-requests.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('system.title.requests'), matches)

export default function SystemRequests() {
  return <RequestsPage {...useOutletContext<SystemState>()} />
}
