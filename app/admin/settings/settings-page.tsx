import { useState } from 'react'
import { LanguageModel } from '#app/admin/ai/language-model.tsx'
import { useLeaveBlocker } from '#app/admin/article/unsaved/leave-dialog.tsx'
import { PresenceNotice } from '#app/admin/live/presence-notice.tsx'
import { t } from '#app/admin/messages.ts'
import { NewsletterSettings } from '#app/admin/settings/newsletter-settings.tsx'
import { splitLines } from '#app/admin/settings/setting-drafts.ts'
import {
  ChangedMeanwhile,
  SettingGroup,
  SettingLanguages,
  SettingText,
} from '#app/admin/settings/setting-fields.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import type { StoredSettings } from '#app/admin/settings/settings-queries.ts'
import { SiteConfiguration } from '#app/admin/settings/site-configuration.tsx'
import { TranslationManagement } from '#app/admin/settings/translation-management.tsx'
import { type SettingPartProps, useSettingForm } from '#app/admin/settings/use-setting-form.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { Field } from '#app/components/ui/field.tsx'

const AUTHOR_KEYS = ['default_author'] as const
const ARTICLE_KEYS = ['default_reading_time', 'banned_words'] as const

/** The cards of settings that are saved with a button. */
export function SettingsPage({ settings }: { settings: StoredSettings }) {
  const form = useSettingForm(settings.stored)
  const [isModelEdited, setIsModelEdited] = useState(false)
  return (
    <>
      <PresenceNotice topic="settings" className="mb-6" />
      <TranslationManagement form={form} settings={settings} />
      <SiteConfiguration form={form} settings={settings} />
      <NewsletterSettings form={form} settings={settings} />
      <AuthorSettings form={form} settings={settings} />
      <ArticleDefaults form={form} settings={settings} />
      <LanguageModel onEdited={setIsModelEdited} />
      <LeaveUnsaved isEdited={form.edited.size > 0 || isModelEdited} />
    </>
  )
}

/** Asks before the page is left while something on it is not saved. */
function LeaveUnsaved({ isEdited }: { isEdited: boolean }) {
  const blocker = useLeaveBlocker(() => isEdited)
  if (blocker.state !== 'blocked') return null
  let isLeaving = false
  return (
    <ConfirmDialog
      title={t('settings.leave.title')}
      action={t('settings.leave.action')}
      onConfirm={async () => {
        isLeaving = true
        blocker.proceed()
      }}
      onClose={() => isLeaving || blocker.reset()}
    >
      <p>{t('settings.leave.text')}</p>
    </ConfirmDialog>
  )
}

/** The card about authors. */
function AuthorSettings({ form, settings: { stored, defaults } }: SettingPartProps) {
  return (
    <SettingSection
      form={form}
      id="author-settings"
      title={t('settings.author.title')}
      intro={t('settings.author.intro')}
      keys={AUTHOR_KEYS}
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

/** The card about what new articles begin with, and what none should contain. */
function ArticleDefaults({ form, settings: { stored, defaults } }: SettingPartProps) {
  const words = form.draft('banned_words')
  return (
    <SettingSection
      form={form}
      id="article-defaults"
      title={t('settings.article.title')}
      intro={t('settings.article.intro')}
      keys={ARTICLE_KEYS}
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
