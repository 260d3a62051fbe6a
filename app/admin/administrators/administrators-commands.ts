import UserPlus from 'lucide-react/icons/user-plus'
import type { Command } from '#app/admin/command/command.ts'

export const ADMINISTRATORS_COMMANDS: Command[] = [
  {
    label: 'Invite an administrator',
    icon: UserPlus,
    keywords: ['add', 'person', 'colleague'],
    to: '/admin/administrators#invite',
  },
]
