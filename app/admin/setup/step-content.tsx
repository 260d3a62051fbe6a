import { useQuery } from '@tanstack/react-query'
import { LanguageModel } from '#app/admin/ai/language-model.tsx'
import { MailSettings } from '#app/admin/mail/mail-settings.tsx'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { ContactField, PostalField, ResponsibleFields } from '#app/admin/settings/responsible-fields.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import { type StoredSettings, settingsQuery } from '#app/admin/settings/settings-queries.ts'
import { NameField, TaglineFields } from '#app/admin/settings/site-configuration.tsx'
import { type SettingPartProps, useSettingForm } from '#app/admin/settings/use-setting-form.ts'
import { DemoStep } from '#app/admin/setup/demo-step.tsx'
import { SETTING_STEPS, type StepSlug } from '#app/admin/setup/setup-steps.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'

const PARTS: Record<keyof typeof SETTING_STEPS, React.ComponentType<SettingPartProps>> = {
  site: SiteStep,
  responsible: ResponsibleStep,
}

/** What is set in a step. */
export function StepContent({ step }: { step: StepSlug }) {
  switch (step) {
    case 'mail':
      return <MailSettings />
    case 'model':
      return <LanguageModel />
    case 'demo':
      return <DemoStep />
    default:
      return <SettingStep part={PARTS[step]} />
  }
}

function SettingStep({ part }: { part: React.ComponentType<SettingPartProps> }) {
  const settings = useQuery(settingsQuery)
  return (
    <QueryView query={settings} what={t('settings.what')} pending={<ListSkeleton rows={5} />}>
      {(data) => <EditedStep part={part} settings={data} />}
    </QueryView>
  )
}

function EditedStep({
  part: Part,
  settings,
}: {
  part: React.ComponentType<SettingPartProps>
  settings: StoredSettings
}) {
  const form = useSettingForm(settings.stored)
  return <Part form={form} settings={settings} />
}

function SiteStep(props: SettingPartProps) {
  return (
    <SettingSection form={props.form} section={SETTING_STEPS.site}>
      <NameField {...props} />
      <TaglineFields {...props} />
    </SettingSection>
  )
}

function ResponsibleStep(props: SettingPartProps) {
  return (
    <SettingSection form={props.form} section={SETTING_STEPS.responsible}>
      <ResponsibleFields {...props} />
      <ContactField {...props} />
      <PostalField {...props} />
    </SettingSection>
  )
}
