import UserPlus from 'lucide-react/icons/user-plus'
import type { Command } from '#app/admin/command/command.ts'
import { t } from '#app/admin/messages.ts'

export const ADMINISTRATORS_COMMANDS: Command[] = [
  {
    label: t('administrators.command.invite'),
    icon: UserPlus,
    keywords: t('administrators.command.inviteKeywords').split(', '),
    to: '/admin/administrators#invite',
  },
]
