import BookSearch from 'lucide-react/icons/book-search'
import type { Command } from '#app/admin/command/command.ts'
import { t } from '#app/admin/messages.ts'
import { GLOSSARY_PATH } from '#app/admin/translations/translation-paths.ts'

export const GLOSSARY_COMMANDS: Command[] = [
  {
    label: t('glossary.command.search'),
    icon: BookSearch,
    keywords: t('glossary.command.searchKeywords').split(', '),
    to: `${GLOSSARY_PATH}#search`,
  },
]
