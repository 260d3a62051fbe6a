import { t } from '#app/admin/kit/messages.ts'
import { SECTIONS } from '#app/admin/settings/sections.ts'
import { splitLines } from '#app/admin/settings/setting-drafts.ts'
import {
  ChangedMeanwhile,
  SettingGroup,
  SettingLanguages,
  SettingText,
} from '#app/admin/settings/setting-fields.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import type { SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { Field } from '#app/components/ui/field.tsx'

/** The settings for who stands above an article. */
export function AuthorSettings({ form, settings: { stored, defaults } }: SettingPartProps) {
  return (
    <SettingSection form={form} section={SECTIONS.author}>
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

/** The settings for what new articles begin with, and what none should contain. */
export function ArticleDefaults({ form, settings: { stored, defaults } }: SettingPartProps) {
  const words = form.draft('banned_words')
  return (
    <SettingSection form={form} section={SECTIONS.articles}>
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
