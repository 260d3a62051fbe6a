import Eye from 'lucide-react/icons/eye'
import Languages from 'lucide-react/icons/languages'
import type { Command } from '#app/admin/command/command.ts'
import { t } from '#app/admin/messages.ts'
import { TO_REVIEW_PATH } from '#app/admin/translations/translation-paths.ts'

export const COVERAGE_COMMANDS: Command[] = [
  {
    label: t('coverage.command.toReview'),
    icon: Eye,
    keywords: t('coverage.command.toReviewKeywords').split(', '),
    to: TO_REVIEW_PATH,
  },
  {
    label: t('coverage.command.retranslate'),
    icon: Languages,
    keywords: t('coverage.command.retranslateKeywords').split(', '),
    to: '/admin/settings#translation-management',
  },
]
