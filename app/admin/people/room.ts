import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import { t } from '#app/admin/kit/messages.ts'
import * as paths from '#app/admin/kit/paths.ts'
import { ADMINISTRATORS, type Room } from '#app/admin/kit/room.ts'

export const people: Room = {
  pages: [
    {
      to: paths.PEOPLE_PATH,
      roles: ADMINISTRATORS,
      label: t('people.title'),
      icon: Users,
      keywords: t('people.keywords'),
    },
  ],
  commands: [
    {
      label: t('people.command.invite'),
      icon: UserPlus,
      keywords: t('people.command.inviteKeywords'),
      to: `${paths.PEOPLE_PATH}#invite`,
    },
  ],
}
