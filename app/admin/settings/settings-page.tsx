import { useState } from 'react'
import { LanguageModel } from '#app/admin/ai/language-model.tsx'
import { OthersHere } from '#app/admin/live/others-here.tsx'
import { ArticleDefaults } from '#app/admin/settings/article-defaults.tsx'
import { AuthorSettings } from '#app/admin/settings/author-settings.tsx'
import { LeaveUnsaved } from '#app/admin/settings/leave-unsaved.tsx'
import { NewsletterSettings } from '#app/admin/settings/newsletter-settings.tsx'
import type { StoredSettings } from '#app/admin/settings/settings-queries.ts'
import { SiteConfiguration } from '#app/admin/settings/site-configuration.tsx'
import { TranslationManagement } from '#app/admin/settings/translation-management.tsx'
import { useSettingForm } from '#app/admin/settings/use-setting-form.ts'

/** The cards of settings that are saved with a button. */
export function SettingsPage({ settings }: { settings: StoredSettings }) {
  const form = useSettingForm(settings.stored)
  const [isModelEdited, setIsModelEdited] = useState(false)
  return (
    <>
      <OthersHere topic="settings" className="mb-6" />
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
