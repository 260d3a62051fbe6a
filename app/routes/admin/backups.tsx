import { BackupsPage } from '#app/admin/backups/backups-page.tsx'
import { t } from '#app/admin/messages.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import type { Route } from './+types/backups.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('backups.title'), matches)

export default BackupsPage
