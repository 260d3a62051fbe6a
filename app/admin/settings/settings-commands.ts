import Cpu from 'lucide-react/icons/cpu'
import Quote from 'lucide-react/icons/quote'
import Star from 'lucide-react/icons/star'
import Type from 'lucide-react/icons/type'
import type { Command } from '#app/admin/command/command.ts'
import { t } from '#app/admin/messages.ts'
import { MODEL_SETTINGS_PATH } from '#app/admin/translations/translation-paths.ts'

export const SETTINGS_COMMANDS: Command[] = [
  {
    label: t('settings.command.feature'),
    icon: Star,
    keywords: t('settings.command.featureKeywords').split(', '),
    to: '/admin/settings#featured-articles',
  },
  {
    label: t('settings.command.name'),
    icon: Type,
    keywords: t('settings.command.nameKeywords').split(', '),
    to: '/admin/settings#site-configuration',
  },
  {
    label: t('settings.command.words'),
    icon: Quote,
    keywords: t('settings.command.wordsKeywords').split(', '),
    to: '/admin/settings#article-defaults',
  },
  {
    label: t('ai.command'),
    icon: Cpu,
    keywords: t('ai.commandKeywords').split(', '),
    to: MODEL_SETTINGS_PATH,
  },
]
