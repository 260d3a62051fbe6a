import { useOutletContext } from 'react-router'
import { JobsPage } from '#app/admin/system/jobs-page.tsx'
import type { SystemState } from '#core/domain/system.ts'

export default function SystemQueue() {
  return <JobsPage {...useOutletContext<SystemState>()} />
}
