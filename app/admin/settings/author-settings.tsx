import { t } from '#app/admin/messages.ts'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import { SettingText } from '#app/admin/settings/setting-text.tsx'
import type { SettingPartProps } from '#app/admin/settings/use-setting-form.ts'

const KEYS = ['default_author'] as const

/** The card about authors. */
export function AuthorSettings({ form, settings: { stored, defaults } }: SettingPartProps) {
  return (
    <SettingSection
      form={form}
      id="author-settings"
      title={t('settings.author.title')}
      intro={t('settings.author.intro')}
      keys={KEYS}
    >
      <SettingText
        form={form}
        stored={stored}
        name="default_author"
        label={t('settings.author.name')}
        hint={t('settings.author.nameHint')}
        placeholder={defaults.default_author}
      />
    </SettingSection>
  )
}
