import BookA from 'lucide-react/icons/book-a'
import BookSearch from 'lucide-react/icons/book-search'
import Eye from 'lucide-react/icons/eye'
import Languages from 'lucide-react/icons/languages'
import { t } from '#app/admin/kit/messages.ts'
import * as paths from '#app/admin/kit/paths.ts'
import { type Room, TRANSLATORS } from '#app/admin/kit/room.ts'

export const languages: Room = {
  pages: [
    {
      to: paths.TRANSLATIONS_PATH,
      roles: TRANSLATORS,
      label: t('coverage.title'),
      icon: Languages,
      keywords: t('coverage.keywords'),
    },
    {
      to: paths.GLOSSARY_PATH,
      roles: TRANSLATORS,
      label: t('glossary.title'),
      icon: BookA,
      keywords: t('glossary.keywords'),
    },
  ],
  commands: [
    {
      label: t('coverage.command.toReview'),
      icon: Eye,
      keywords: t('coverage.command.toReviewKeywords'),
      to: paths.TO_REVIEW_PATH,
    },
    {
      label: t('coverage.command.retranslate'),
      icon: Languages,
      keywords: t('coverage.command.retranslateKeywords'),
      to: '/admin/settings/translation-management',
    },
    {
      label: t('glossary.command.search'),
      icon: BookSearch,
      keywords: t('glossary.command.searchKeywords'),
      to: `${paths.GLOSSARY_PATH}#search`,
    },
  ],
}
