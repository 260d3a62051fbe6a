import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { ResponsibleFields } from '#app/admin/settings/responsible-fields.tsx'
import { ReviewPolicy } from '#app/admin/settings/review-policy.tsx'
import { SectionsSettings } from '#app/admin/settings/sections/sections-settings.tsx'
import { findSection } from '#app/admin/settings/sections.ts'
import { SettingField } from '#app/admin/settings/setting-fields.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import { type StoredSettings, settingsQuery } from '#app/admin/settings/settings-queries.ts'
import { TaglineFields } from '#app/admin/settings/site-configuration.tsx'
import { type SettingPartProps, useSettingForm } from '#app/admin/settings/use-setting-form.ts'
import { SectionContent } from '#app/admin/shell/settings-page.tsx'
import { DemoStep } from '#app/admin/shell/setup/demo-step.tsx'
import {
  DEMO_STEP,
  demoQuery,
  OWN_STEPS,
  type SetupStep,
  STATEMENTS_STEP,
  setupPath,
} from '#app/admin/shell/setup/setup-steps.ts'
import { StatementsStep } from '#app/admin/shell/setup/statements-step.tsx'

const PARTS: ReadonlyMap<string, React.ComponentType<SettingPartProps>> = new Map([
  [OWN_STEPS.site.slug, SiteStep],
  [OWN_STEPS.responsible.slug, ResponsibleStep],
])

/** The settings of a step. */
export function StepContent({ step: { slug } }: { step: SetupStep }) {
  const [part, section] = [PARTS.get(slug), findSection(slug)]
  if (part) return <SettingStep part={part} />
  if (slug === STATEMENTS_STEP.slug) return <StatementsStep />
  if (slug === 'sections') return <SectionsSettings note={<DemoInSections />} />
  if (!section) return <DemoStep />
  return (
    <>
      <SectionContent section={section} />
      {slug === 'languages' && (
        <div className="mt-10">
          <SettingStep part={ReviewStep} />
        </div>
      )}
    </>
  )
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

/** Says how many articles of the demo would move with the sections: who begins empty need not care for them. */
function DemoInSections() {
  const count = useQuery(demoQuery).data?.removable.articles ?? 0
  if (count === 0) return null
  return (
    <Notice title={t('setup.demo.inSections', { count })} className="mb-6">
      <p>
        {t('setup.demo.inSections.text')}{' '}
        <Link
          to={setupPath(DEMO_STEP)}
          className="inline-flex min-h-6 items-center underline underline-offset-4"
        >
          {t('setup.demo.inSections.link')}
        </Link>
      </p>
    </Notice>
  )
}

function SiteStep(props: SettingPartProps) {
  return (
    <SettingSection form={props.form} section={OWN_STEPS.site}>
      <SettingField {...props} name="site_name" />
      <TaglineFields {...props} />
    </SettingSection>
  )
}

function ReviewStep(props: SettingPartProps) {
  return (
    <SettingSection form={props.form} section={OWN_STEPS.review}>
      <ReviewPolicy {...props} />
    </SettingSection>
  )
}

function ResponsibleStep(props: SettingPartProps) {
  return (
    <SettingSection form={props.form} section={OWN_STEPS.responsible}>
      <ResponsibleFields {...props} />
      <SettingField {...props} name="contact_address" />
      <SettingField {...props} name="postal_address" />
    </SettingSection>
  )
}
