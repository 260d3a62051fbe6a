import ImageOff from 'lucide-react/icons/image-off'
import type { Command } from '#app/admin/command/command.ts'
import { t } from '#app/admin/messages.ts'

export const MEDIA_COMMANDS: Command[] = [
  {
    label: t('media.command.unused'),
    icon: ImageOff,
    keywords: t('media.command.unusedKeywords').split(', '),
    to: '/admin/media?use=none',
  },
]
