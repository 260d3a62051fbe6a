import MailWarning from 'lucide-react/icons/mail-warning'
import type { Command } from '#app/admin/command/command.ts'
import { t } from '#app/admin/messages.ts'
import { TROUBLED } from '#app/admin/outbox/outbox-table.ts'

export const OUTBOX_COMMANDS: Command[] = [
  {
    label: t('outbox.command.troubled'),
    icon: MailWarning,
    keywords: t('outbox.command.troubledKeywords').split(', '),
    to: `/admin/outbox?status=${TROUBLED}`,
  },
]
