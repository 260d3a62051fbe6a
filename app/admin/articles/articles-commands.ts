import FilePlus from 'lucide-react/icons/file-plus'
import TextSearch from 'lucide-react/icons/text-search'
import type { Command } from '#app/admin/command/command.ts'
import { t } from '#app/admin/messages.ts'
import { NEW_ARTICLE_PATH } from '#core/paths.ts'

export const ARTICLES_COMMANDS: Command[] = [
  {
    label: t('articles.action.new'),
    icon: FilePlus,
    keywords: ['write', 'create', 'draft'],
    to: NEW_ARTICLE_PATH,
  },
  {
    label: t('articles.command.search'),
    icon: TextSearch,
    keywords: ['find', 'published'],
    to: '/admin/articles#search',
  },
  {
    label: t('drafts.command.search'),
    icon: TextSearch,
    keywords: ['find', 'unpublished'],
    to: '/admin/drafts#search',
  },
]
