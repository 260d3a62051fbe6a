import { t } from '#app/admin/messages.ts'
import { ChangedMeanwhile } from '#app/admin/settings/changed-meanwhile.tsx'
import { splitLines } from '#app/admin/settings/setting-drafts.ts'
import { SettingGroup } from '#app/admin/settings/setting-group.tsx'
import { SettingLanguages } from '#app/admin/settings/setting-languages.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import { SettingText } from '#app/admin/settings/setting-text.tsx'
import type { SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { Field } from '#app/components/ui/field.tsx'

const KEYS = ['default_reading_time', 'banned_words'] as const

/** The card about what new articles begin with, and what none should contain. */
export function ArticleDefaults({ form, settings: { stored, defaults } }: SettingPartProps) {
  const words = form.draft('banned_words')
  return (
    <SettingSection
      form={form}
      id="article-defaults"
      title={t('settings.article.title')}
      intro={t('settings.article.intro')}
      keys={KEYS}
    >
      <SettingText
        form={form}
        stored={stored}
        name="default_reading_time"
        label={t('settings.article.readingTime')}
        placeholder={defaults.default_reading_time}
      />
      <SettingGroup legend={t('settings.article.banned')} hint={t('settings.article.bannedHint')}>
        <SettingLanguages
          form={form}
          field="banned_words"
          count={(language) => splitLines(words[language]).length}
        >
          {(language, name) => (
            <Field
              label={t('settings.article.bannedIn', { language: name })}
              hint={t('settings.article.oneEachLine')}
              error={form.problemOf(`banned_words.${language}`)}
            >
              {(control) => (
                <textarea
                  {...control}
                  lang={language}
                  rows={5}
                  spellCheck={false}
                  value={words[language]}
                  onChange={(event) =>
                    form.change('banned_words', { ...words, [language]: event.target.value })
                  }
                />
              )}
            </Field>
          )}
        </SettingLanguages>
        <ChangedMeanwhile form={form} name="banned_words" label={t('settings.article.banned')} />
      </SettingGroup>
    </SettingSection>
  )
}
