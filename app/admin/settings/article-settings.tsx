import { t } from '#app/admin/kit/messages.ts'
import { SECTIONS, SETTING_LABELS } from '#app/admin/settings/sections.ts'
import { splitLines } from '#app/admin/settings/setting-drafts.ts'
import {
  ChangedMeanwhile,
  SettingFields,
  SettingGroup,
  SettingLanguages,
} from '#app/admin/settings/setting-fields.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import type { SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { Field } from '#app/components/ui/field.tsx'

/** The name that stands above an article. */
export function AuthorSettings(props: SettingPartProps) {
  return (
    <SettingSection form={props.form} section={SECTIONS.author}>
      <SettingFields {...props} section={SECTIONS.author} />
    </SettingSection>
  )
}

/** The text with which new articles begin, and the words that none should contain. */
export function ArticleDefaults(props: SettingPartProps) {
  const { form } = props
  const words = form.draft('banned_words')
  const bannedWords = (
    <SettingGroup legend={SETTING_LABELS.banned_words} hint={t('settings.article.bannedHint')}>
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
      <ChangedMeanwhile form={form} name="banned_words" label={SETTING_LABELS.banned_words} />
    </SettingGroup>
  )
  return (
    <SettingSection form={form} section={SECTIONS.articles}>
      <SettingFields {...props} section={SECTIONS.articles} own={{ banned_words: bannedWords }} />
    </SettingSection>
  )
}
