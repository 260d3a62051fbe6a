import { ImportsPage } from '#app/admin/imports/imports-page.tsx'
import { t } from '#app/admin/messages.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import type { Route } from './+types/imports.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('imports.title'), matches)

export default ImportsPage
