import { Link } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { RunsNotice } from '#app/admin/coverage/coverage-heading.tsx'
import { Retranslation } from '#app/admin/coverage/retranslate/retranslation.tsx'
import { t } from '#app/admin/messages.ts'
import { ReviewPolicy } from '#app/admin/settings/review-policy.tsx'
import { SECTIONS } from '#app/admin/settings/sections.ts'
import { ChangedMeanwhile, SettingGroup, SettingLanguages } from '#app/admin/settings/setting-fields.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import type { SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { GLOSSARY_PATH, TRANSLATIONS_PATH } from '#app/admin/translations/translation-paths.ts'
import { Field } from '#app/components/ui/field.tsx'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'

const STYLE_MAX_LENGTH = 2000
const LINK = 'inline-flex min-h-9 items-center underline underline-offset-4 hover:text-soft'

/** When readers get translations, how they are to sound, and how all are renewed. */
export function TranslationManagement({ form, settings }: SettingPartProps) {
  const style = form.draft('translation_style')

  return (
    <SettingSection
      form={form}
      section={SECTIONS.translation}
      after={
        <div className="mt-8 max-w-2xl space-y-5">
          <RunsNotice />
          <Retranslation />
          <ul className="flex flex-wrap gap-x-6 text-sm">
            <li>
              <Link to={TRANSLATIONS_PATH} className={LINK}>
                {t('settings.translation.coverage')}
              </Link>
            </li>
            <li>
              <Link to={GLOSSARY_PATH} className={LINK}>
                {t('settings.translation.glossary')}
              </Link>
            </li>
          </ul>
        </div>
      }
    >
      <SettingGroup legend={t('settings.translation.policy')} hint={t('settings.translation.policyHint')}>
        <ReviewPolicy form={form} settings={settings} />
      </SettingGroup>
      <SettingGroup legend={t('settings.translation.style')} hint={t('settings.translation.styleHint')}>
        <SettingLanguages
          form={form}
          field="translation_style"
          languages={TRANSLATED_LANGUAGES}
          count={(language) => (language !== 'en' && style[language].trim() ? 1 : 0)}
        >
          {(language) =>
            language !== 'en' && (
              <Field
                label={t('settings.translation.styleIn', { language: languageName(language) })}
                hint={
                  <span className="tabular-nums">
                    {t('settings.translation.styleCount', {
                      used: [...style[language].trim()].length.toLocaleString('en'),
                      longest: STYLE_MAX_LENGTH.toLocaleString('en'),
                    })}
                  </span>
                }
                error={form.problemOf(`translation_style.${language}`)}
              >
                {(control) => (
                  <textarea
                    {...control}
                    rows={5}
                    value={style[language]}
                    onChange={(event) =>
                      form.change('translation_style', { ...style, [language]: event.target.value })
                    }
                  />
                )}
              </Field>
            )
          }
        </SettingLanguages>
        <ChangedMeanwhile form={form} name="translation_style" label={t('settings.translation.style')} />
      </SettingGroup>
    </SettingSection>
  )
}
