import { BackupsPage } from '#app/admin/operations/backups/backups-page.tsx'

export default BackupsPage
