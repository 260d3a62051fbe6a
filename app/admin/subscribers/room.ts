import BookUser from 'lucide-react/icons/book-user'
import { t } from '#app/admin/kit/messages.ts'
import * as paths from '#app/admin/kit/paths.ts'
import { NEWSLETTER, type Room } from '#app/admin/kit/room.ts'

export const subscribers: Room = {
  pages: [
    {
      to: paths.SUBSCRIBERS_PATH,
      roles: NEWSLETTER,
      permission: 'addresses',
      label: t('subscribers.title'),
      icon: BookUser,
    },
  ],
}
