import ChartColumn from 'lucide-react/icons/chart-column'
import Waypoints from 'lucide-react/icons/waypoints'
import { t } from '#app/admin/kit/messages.ts'
import * as paths from '#app/admin/kit/paths.ts'
import { EDITORS, type Room } from '#app/admin/kit/room.ts'

export const readers: Room = {
  pages: [
    {
      to: paths.READERS_PATH,
      roles: EDITORS,
      label: t('readers.title'),
      icon: ChartColumn,
      keywords: t('readers.keywords'),
    },
    {
      to: paths.SOCIAL_PATH,
      roles: EDITORS,
      label: t('social.title'),
      icon: Waypoints,
      keywords: t('social.keywords'),
      tabOf: paths.READERS_PATH,
    },
  ],
}
