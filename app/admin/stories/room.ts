import AudioLines from 'lucide-react/icons/audio-lines'
import CalendarDays from 'lucide-react/icons/calendar-days'
import FilePen from 'lucide-react/icons/file-pen'
import FilePlus from 'lucide-react/icons/file-plus'
import FileText from 'lucide-react/icons/file-text'
import Lightbulb from 'lucide-react/icons/lightbulb'
import Newspaper from 'lucide-react/icons/newspaper'
import Signature from 'lucide-react/icons/signature'
import Star from 'lucide-react/icons/star'
import TextSearch from 'lucide-react/icons/text-search'
import Trash2 from 'lucide-react/icons/trash-2'
import { t } from '#app/admin/kit/messages.ts'
import * as paths from '#app/admin/kit/paths.ts'
import { ADMINISTRATORS, EDITORS, type Room, WRITERS } from '#app/admin/kit/room.ts'
import { ROLES, rolesWith } from '#core/domain/role.ts'

const READING = rolesWith('read_drafts')

export const stories: Room = {
  pages: [
    {
      to: paths.ARTICLES_PATH,
      roles: WRITERS,
      label: t('articles.title'),
      icon: Newspaper,
      keywords: t('articles.keywords'),
    },
    {
      to: paths.AUTHORS_PATH,
      roles: EDITORS,
      label: t('authors.title'),
      icon: Signature,
      keywords: t('authors.keywords'),
      tabOf: paths.ARTICLES_PATH,
    },
    {
      to: paths.RECORDINGS_PATH,
      roles: EDITORS,
      label: t('recordings.title'),
      icon: AudioLines,
      keywords: t('recordings.keywords'),
      tabOf: paths.ARTICLES_PATH,
    },
    {
      to: paths.DRAFTS_PATH,
      roles: WRITERS,
      label: t('drafts.title'),
      icon: FilePen,
      keywords: t('drafts.keywords'),
    },
    {
      to: paths.IDEAS_PATH,
      roles: rolesWith('plan'),
      label: t('ideas.title'),
      icon: Lightbulb,
      keywords: t('ideas.keywords'),
      tabOf: paths.DRAFTS_PATH,
    },
    {
      to: paths.CALENDAR_PATH,
      roles: ROLES,
      label: t('calendar.title'),
      icon: CalendarDays,
      keywords: t('calendar.keywords'),
      tabOf: paths.DRAFTS_PATH,
    },
    {
      to: '/admin/trash',
      roles: WRITERS,
      label: t('trash.title'),
      icon: Trash2,
      keywords: t('trash.keywords'),
    },
    {
      to: paths.PAGES_PATH,
      roles: ADMINISTRATORS,
      label: t('pages.title'),
      icon: FileText,
      keywords: t('pages.keywords'),
    },
  ],
  screens: [
    { to: paths.NEW_ARTICLE_PATH, roles: WRITERS },
    // A translator reads originals.
    { to: `${paths.ARTICLES_PATH}/edit`, roles: READING },
    { to: `${paths.ARTICLES_PATH}/suggest`, roles: READING },
    { to: `${paths.ARTICLES_PATH}/history`, roles: READING },
  ],
  commands: [
    {
      label: t('articles.action.new'),
      icon: FilePlus,
      keywords: t('articles.command.newKeywords'),
      to: paths.NEW_ARTICLE_PATH,
    },
    {
      label: t('articles.command.search'),
      icon: TextSearch,
      keywords: t('articles.command.searchKeywords'),
      to: '/admin/articles#search',
    },
    {
      label: t('drafts.command.search'),
      icon: TextSearch,
      keywords: t('drafts.command.searchKeywords'),
      to: '/admin/drafts#search',
    },
    {
      label: t('settings.command.feature'),
      icon: Star,
      keywords: t('settings.command.featureKeywords'),
      to: '/admin/settings/featured-articles',
    },
  ],
}
