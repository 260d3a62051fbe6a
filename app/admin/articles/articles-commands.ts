import FilePlus from 'lucide-react/icons/file-plus'
import TextSearch from 'lucide-react/icons/text-search'
import { NEW_ARTICLE_PATH } from '#app/admin/article/article-paths.ts'
import type { Command } from '#app/admin/command/command.ts'
import { t } from '#app/admin/messages.ts'

export const ARTICLES_COMMANDS: Command[] = [
  {
    label: t('articles.action.new'),
    icon: FilePlus,
    keywords: t('articles.command.newKeywords').split(', '),
    to: NEW_ARTICLE_PATH,
  },
  {
    label: t('articles.command.search'),
    icon: TextSearch,
    keywords: t('articles.command.searchKeywords').split(', '),
    to: '/admin/articles#search',
  },
  {
    label: t('drafts.command.search'),
    icon: TextSearch,
    keywords: t('drafts.command.searchKeywords').split(', '),
    to: '/admin/drafts#search',
  },
]
