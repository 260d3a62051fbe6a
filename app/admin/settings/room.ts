import Cpu from 'lucide-react/icons/cpu'
import Quote from 'lucide-react/icons/quote'
import SettingsIcon from 'lucide-react/icons/settings'
import Type from 'lucide-react/icons/type'
import { t } from '#app/admin/kit/messages.ts'
import * as paths from '#app/admin/kit/paths.ts'
import { ADMINISTRATORS, type Room } from '#app/admin/kit/room.ts'
import { ALL_SECTIONS, labelsOf, SECTIONS, settingsPath } from '#app/admin/settings/sections.ts'

export const settings: Room = {
  pages: [
    {
      to: paths.SETTINGS_PATH,
      roles: ADMINISTRATORS,
      label: t('settings.title'),
      icon: SettingsIcon,
      keywords: t('settings.keywords'),
    },
  ],
  commands: [
    {
      label: t('settings.command.name'),
      icon: Type,
      keywords: t('settings.command.nameKeywords'),
      to: settingsPath(SECTIONS.site),
    },
    {
      label: t('settings.command.words'),
      icon: Quote,
      keywords: t('settings.command.wordsKeywords'),
      to: settingsPath(SECTIONS.articles),
    },
    { label: t('ai.command'), icon: Cpu, keywords: t('ai.commandKeywords'), to: paths.MODEL_SETTINGS_PATH },
    ...ALL_SECTIONS.map((section) => ({
      label: t('settings.command.section', { section: section.title }),
      icon: SettingsIcon,
      keywords: [section.keywords, ...labelsOf(section)].filter(Boolean).join(', '),
      to: settingsPath(section),
    })),
  ],
}
