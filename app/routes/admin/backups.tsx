import { BackupsPage } from '#app/admin/backups/backups-page.tsx'

export default BackupsPage
