import FileText from 'lucide-react/icons/file-text'
import Link from 'lucide-react/icons/link'
import Radar from 'lucide-react/icons/radar'
import Rss from 'lucide-react/icons/rss'
import { t } from '#app/admin/kit/messages.ts'
import * as paths from '#app/admin/kit/paths.ts'
import { EDITORS, type Room } from '#app/admin/kit/room.ts'

export const newsroom: Room = {
  pages: [
    {
      to: paths.NEWSROOM_PATH,
      roles: EDITORS,
      label: t('newsroom.title'),
      icon: Radar,
      keywords: t('newsroom.keywords'),
    },
    {
      to: paths.FEEDS_PATH,
      roles: EDITORS,
      label: t('newsroom.feeds'),
      icon: Rss,
      keywords: t('newsroom.feeds.keywords'),
      tabOf: paths.NEWSROOM_PATH,
    },
  ],
  commands: [
    {
      label: t('newsroom.command.feed'),
      icon: Rss,
      keywords: t('newsroom.command.feedKeywords'),
      to: paths.wayInPath('feed'),
    },
    {
      label: t('newsroom.command.address'),
      icon: Link,
      keywords: t('newsroom.command.addressKeywords'),
      to: paths.wayInPath('address'),
    },
    {
      label: t('newsroom.command.text'),
      icon: FileText,
      keywords: t('newsroom.command.textKeywords'),
      to: paths.wayInPath('text'),
    },
  ],
}
