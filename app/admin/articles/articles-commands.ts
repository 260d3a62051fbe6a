import TextSearch from 'lucide-react/icons/text-search'
import type { Command } from '#app/admin/command/command.ts'
import { t } from '#app/admin/messages.ts'

export const ARTICLES_COMMANDS: Command[] = [
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
