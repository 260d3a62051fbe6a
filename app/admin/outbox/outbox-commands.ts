import MailWarning from 'lucide-react/icons/mail-warning'
import type { Command } from '#app/admin/command/command.ts'
import { TROUBLED } from '#app/admin/outbox/outbox-table.ts'

export const OUTBOX_COMMANDS: Command[] = [
  {
    label: 'Show mails that need a look',
    icon: MailWarning,
    keywords: ['failed', 'uncertain', 'not sent'],
    to: `/admin/outbox?status=${TROUBLED}`,
  },
]
