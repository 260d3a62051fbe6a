import { useOutletContext } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { ChecksSection } from '#app/admin/system/checks-section.tsx'
import { ProcessesSection, VersionsSection } from '#app/admin/system/processes-section.tsx'
import { ServicesSection, StorageSection } from '#app/admin/system/services-section.tsx'
import { useSystemChecks } from '#app/admin/system/system-queries.ts'
import { WrongList } from '#app/admin/system/wrong-list.tsx'
import type { SystemState } from '#core/domain/system.ts'
import type { Route } from './+types/system-overview.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('system.title'), matches)

export default function SystemOverview() {
  const state = useOutletContext<SystemState>()
  const checks = useSystemChecks()
  return (
    <>
      <WrongList state={state} checks={checks.data} />
      <ChecksSection checks={checks} />
      <ServicesSection state={state} />
      <StorageSection state={state} />
      <ProcessesSection processes={state.processes} />
      <VersionsSection versions={state.versions} update={state.update} />
    </>
  )
}
