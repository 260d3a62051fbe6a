import ImageOff from 'lucide-react/icons/image-off'
import Images from 'lucide-react/icons/images'
import { t } from '#app/admin/kit/messages.ts'
import { type Room, WRITERS } from '#app/admin/kit/room.ts'

export const media: Room = {
  pages: [
    {
      to: '/admin/media',
      roles: WRITERS,
      label: t('media.page.label'),
      icon: Images,
      keywords: t('media.page.keywords'),
    },
  ],
  commands: [
    {
      label: t('media.command.unused'),
      icon: ImageOff,
      keywords: t('media.command.unusedKeywords'),
      to: '/admin/media?use=none',
    },
  ],
}
