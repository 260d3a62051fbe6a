import { useOutletContext } from 'react-router'
import { RequestsPage } from '#app/admin/system/requests-page.tsx'
import type { SystemState } from '#core/domain/system.ts'

export default function SystemRequests() {
  return <RequestsPage {...useOutletContext<SystemState>()} />
}
