import { Navigate } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { SetupPage } from '#app/admin/setup/setup-page.tsx'
import { OWN_STEPS, SETUP_STEPS, setupPath } from '#app/admin/setup/setup-steps.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import type { Route } from './+types/setup.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('setup.title'), matches)

/** Setting a paper up; the address says the step. */
export default function Setup({ params }: Route.ComponentProps) {
  const step = SETUP_STEPS.find(({ slug }) => slug === params.step)
  return step ? <SetupPage step={step} /> : <Navigate to={setupPath(OWN_STEPS.site)} replace />
}
