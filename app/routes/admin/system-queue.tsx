import { useOutletContext } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { JobsPage } from '#app/admin/system/jobs-page.tsx'
import type { SystemState } from '#core/domain/system.ts'
import type { Route } from './+types/system-queue.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('system.title.jobs'), matches)

export default function SystemQueue() {
  return <JobsPage {...useOutletContext<SystemState>()} />
}
