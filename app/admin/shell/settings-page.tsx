import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { TranslationManagement } from '#app/admin/languages/coverage/translation-management.tsx'
import { MailSettings } from '#app/admin/mail/settings/mail-settings.tsx'
import { LanguageModel } from '#app/admin/settings/ai/language-model.tsx'
import { ArticleDefaults, AuthorSettings } from '#app/admin/settings/article-settings.tsx'
import { FrontPageSettings } from '#app/admin/settings/front-page-settings.tsx'
import { LandingSettings } from '#app/admin/settings/landing-fields.tsx'
import { LanguageSwitches } from '#app/admin/settings/language-switches.tsx'
import { LookFields, LookPreview } from '#app/admin/settings/look/look-fields.tsx'
import { NavigationSettings } from '#app/admin/settings/navigation/navigation-settings.tsx'
import { NewsletterSettings } from '#app/admin/settings/newsletter-settings.tsx'
import { SectionsSettings } from '#app/admin/settings/sections/sections-settings.tsx'
import { SECTIONS, type SectionSlug, type SettingsSection } from '#app/admin/settings/sections.ts'
import { toValue } from '#app/admin/settings/setting-drafts.ts'
import { SectionFrame, SettingSection } from '#app/admin/settings/setting-section.tsx'
import { type StoredSettings, settingsQuery } from '#app/admin/settings/settings-queries.ts'
import { SiteConfiguration } from '#app/admin/settings/site-configuration.tsx'
import {
  checkSetting,
  type SettingForm,
  type SettingPartProps,
  useSettingForm,
} from '#app/admin/settings/use-setting-form.ts'
import { WordSettings } from '#app/admin/settings/words/word-settings.tsx'
import { FeaturedArticles } from '#app/admin/stories/featured/featured-articles.tsx'
import type { PreviewedSettings } from '#core/look/previewed-settings.ts'

const LOOK_KEYS = ['accent', 'type', 'logo', 'icon'] as const

type Part = React.ComponentType<SettingPartProps>

/** The sections whose settings are rows of one table. */
const PARTS: Partial<Record<SectionSlug, Part>> = {
  'site-configuration': SiteConfiguration,
  look: LookSettings,
  'front-page': FrontPageSettings,
  navigation: NavigationSettings,
  'author-settings': AuthorSettings,
  'article-defaults': ArticleDefaults,
  'translation-management': TranslationManagement,
  'newsletter-settings': NewsletterSettings,
  'newsletter-page': LandingSettings,
  words: WordSettings,
}

/** The settings of a section. */
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

/** The look of the publication, with the front page beside it. */
function LookSettings(props: SettingPartProps) {
  return (
    <SettingSection form={props.form} section={SECTIONS.look} isWide>
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <LookFields {...props} />
        <div className="min-w-0 self-start xl:sticky xl:top-6">
          <LookPreview look={lookOf(props.form)} />
        </div>
      </div>
    </SettingSection>
  )
}

/** Returns what the form has, as far as it is valid, for the preview. */
function lookOf(form: SettingForm): PreviewedSettings {
  const drafts = LOOK_KEYS.flatMap((key) => {
    const value = toValue(key, form.draft(key) as never)
    if (value === null) return [[key, null]]
    const checked = checkSetting(key, value)
    return checked.problems ? [] : [[key, checked.value]]
  })
  return Object.fromEntries(drafts)
}

function EditedSection({ part: Part, settings }: { part: Part; settings: StoredSettings }) {
  const form = useSettingForm(settings.stored)
  return <Part form={form} settings={settings} />
}
