import { useQuery } from '@tanstack/react-query'
import { LanguageModel } from '#app/admin/ai/language-model.tsx'
import { MailSettings } from '#app/admin/mail/mail-settings.tsx'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { SectionsSettings } from '#app/admin/sections/sections-settings.tsx'
import { ArticleDefaults, AuthorSettings } from '#app/admin/settings/article-settings.tsx'
import { FeaturedArticles } from '#app/admin/settings/featured-articles.tsx'
import { LandingSettings } from '#app/admin/settings/landing-fields.tsx'
import { LanguageSwitches } from '#app/admin/settings/language-switches.tsx'
import { NewsletterSettings } from '#app/admin/settings/newsletter-settings.tsx'
import type { SectionSlug, SettingsSection } from '#app/admin/settings/sections.ts'
import { SectionFrame } from '#app/admin/settings/setting-section.tsx'
import { type StoredSettings, settingsQuery } from '#app/admin/settings/settings-queries.ts'
import { SiteConfiguration } from '#app/admin/settings/site-configuration.tsx'
import { TranslationManagement } from '#app/admin/settings/translation-management.tsx'
import { type SettingPartProps, useSettingForm } from '#app/admin/settings/use-setting-form.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { WordSettings } from '#app/admin/words/word-settings.tsx'

type Part = React.ComponentType<SettingPartProps>

/** The sections whose settings are rows of one table. */
const PARTS: Partial<Record<SectionSlug, Part>> = {
  'site-configuration': SiteConfiguration,
  'author-settings': AuthorSettings,
  'article-defaults': ArticleDefaults,
  'translation-management': TranslationManagement,
  'newsletter-settings': NewsletterSettings,
  'newsletter-page': LandingSettings,
  words: WordSettings,
}

/** What is set in a section. */
export function SectionContent({ section }: { section: SettingsSection & { slug: SectionSlug } }) {
  const settings = useQuery(settingsQuery)
  if (section.slug === 'sections') return <SectionsSettings />
  if (section.slug === 'languages')
    return (
      <SectionFrame section={section}>
        <LanguageSwitches />
      </SectionFrame>
    )
  if (section.slug === 'featured-articles') return <FeaturedArticles />
  if (section.slug === 'language-model') return <LanguageModel />
  if (section.slug === 'mail') return <MailSettings />
  const Part = PARTS[section.slug]
  if (!Part) return null
  return (
    <QueryView query={settings} what={t('settings.what')} pending={<ListSkeleton rows={8} />}>
      {(data) => <EditedSection part={Part} settings={data} />}
    </QueryView>
  )
}

function EditedSection({ part: Part, settings }: { part: Part; settings: StoredSettings }) {
  const form = useSettingForm(settings.stored)
  return <Part form={form} settings={settings} />
}
