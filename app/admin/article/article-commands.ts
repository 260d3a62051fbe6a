import FilePlus from 'lucide-react/icons/file-plus'
import { NEW_ARTICLE_PATH } from '#app/admin/article/article-paths.ts'
import type { Command } from '#app/admin/command/command.ts'
import { t } from '#app/admin/messages.ts'

export const ARTICLE_COMMANDS: Command[] = [
  {
    label: t('article.command.new'),
    icon: FilePlus,
    keywords: [t('article.command.write')],
    to: NEW_ARTICLE_PATH,
  },
]
