import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { AnswerRefusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { Announcement, Notice } from '#app/admin/kit/ui/notice.tsx'
import { ReviewPolicy } from '#app/admin/settings/review-policy.tsx'
import { SectionsSettings } from '#app/admin/settings/sections/sections-settings.tsx'
import { findSection } from '#app/admin/settings/sections.ts'
import { SettingField } from '#app/admin/settings/setting-fields.tsx'
import { SettingSection } from '#app/admin/settings/setting-section.tsx'
import { type StoredSettings, settingsQuery } from '#app/admin/settings/settings-queries.ts'
import { ResponsibleFields, TaglineFields } from '#app/admin/settings/site-configuration.tsx'
import { type SettingPartProps, useSettingForm } from '#app/admin/settings/use-setting-form.ts'
import { SectionContent } from '#app/admin/shell/settings-page.tsx'
import {
  DEMO_STEP,
  demoQuery,
  OWN_STEPS,
  type SetupStep,
  STATEMENTS_STEP,
  setupPath,
} from '#app/admin/shell/setup/setup-steps.ts'
import { StatementsStep } from '#app/admin/shell/setup/statements-step.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { removeDemo } from '#core/data/demo.ts'
import {
  type DemoContents,
  type DemoState,
  type DemoWork,
  isEmptyDemo,
  type KeptStory,
} from '#core/domain/demo.ts'

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

const WORK: Record<DemoWork, string> = {
  edited: t('setup.demo.work.edited'),
  unsaved: t('setup.demo.work.unsaved'),
  correction: t('setup.demo.work.correction'),
  report: t('setup.demo.work.report'),
  finding: t('setup.demo.work.finding'),
  translation: t('setup.demo.work.translation'),
  review: t('setup.demo.work.review'),
  schedule: t('setup.demo.work.schedule'),
  newsletter: t('setup.demo.work.newsletter'),
}

/** The choice whether the demo stays for now, or goes. */
function DemoStep() {
  const demo = useQuery(demoQuery)
  const settings = useQuery(settingsQuery)
  return (
    <section aria-labelledby="demo" className="max-w-2xl">
      <h2 id="demo" tabIndex={-1} className="font-display font-medium text-title">
        {t('setup.demo.title')}
      </h2>
      <QueryView query={demo} what={t('setup.demo.what')} pending={<ListSkeleton rows={3} />}>
        {(state) => (
          <div className="mt-3 space-y-7">
            {isEmptyDemo(state.removable) ? (
              <Notice title={t(state.removedAt ? 'setup.demo.removed' : 'setup.demo.none')} />
            ) : (
              <QueryView query={settings} what={t('settings.what')} pending={<ListSkeleton rows={3} />}>
                {({ stored, defaults }) => (
                  <Choice state={state} name={stored.site_name ?? defaults.site_name} />
                )}
              </QueryView>
            )}
            <KeptStories stories={state.kept} />
          </div>
        )}
      </QueryView>
    </section>
  )
}

/** Nothing has to be done to keep it; to remove it, the name of the publication has to be typed. */
function Choice({ state: { removable }, name }: { state: DemoState; name: string }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const remove = useDeskMutation({
    run: removeDemo,
    done(result) {
      if (typeof result === 'string') throw new AnswerRefusal(result)
      document.getElementById('demo')?.focus()
      return t('setup.demo.done', { count: result.removed.articles })
    },
    failed: setProblem,
    invalidates: [[]],
  })
  const isBusy = remove.isPending

  function begin() {
    if (typed.trim() !== name) return setProblem(t('setup.demo.wrongName', { name }))
    setProblem('')
    void remove.attempt(typed)
  }

  return (
    <>
      <p className="max-w-prose text-sm text-soft">{t('setup.demo.intro')}</p>
      <div>
        <h3 className="font-semibold">{t('setup.demo.keep.title')}</h3>
        <p className="mt-1 max-w-prose text-sm text-soft">{t('setup.demo.keep.text')}</p>
      </div>
      <form
        method="post"
        noValidate
        aria-labelledby="begin-empty"
        aria-busy={isBusy}
        className="space-y-4 border-line border-t pt-6"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) begin()
        }}
      >
        <div>
          <h3 id="begin-empty" className="font-semibold">
            {t('setup.demo.empty.title')}
          </h3>
          <p className="mt-1 max-w-prose text-sm text-soft">
            {t('setup.demo.empty.text', { contents: describeContents(removable) })}
          </p>
        </div>
        <TextField
          label={t('setup.demo.name', { name })}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={problem}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Announcement urgent>{problem}</Announcement>
        <Button type="submit" variant="destructive" aria-disabled={isBusy}>
          {isBusy ? t('ui.oneMoment') : t('setup.demo.empty.action')}
        </Button>
      </form>
    </>
  )
}

function KeptStories({ stories }: { stories: readonly KeptStory[] }) {
  if (stories.length === 0) return null
  return (
    <div>
      <h3 className="font-semibold">{t('setup.demo.kept.title', { count: stories.length })}</h3>
      <p className="mt-1 max-w-prose text-sm text-soft">{t('setup.demo.kept.text')}</p>
      <ul className="mt-3 divide-y divide-line border-line border-y text-sm">
        {stories.map(({ title, slug, languages, work }) => (
          <li key={slug} className="py-3">
            <Link
              to={`/admin/articles/edit/${slug}`}
              className="inline-flex min-h-6 items-center underline underline-offset-4 wrap-anywhere"
            >
              {title}
            </Link>
            <p className="text-faint">
              {t('setup.demo.kept.why', {
                work: work.map((one) => WORK[one]).join(', '),
                languages: languages.map(languageName).join(', '),
              })}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

const describeContents = ({ articles, pictures, issues, settings }: DemoContents) =>
  [
    articles > 0 && t('setup.demo.articles', { count: articles }),
    pictures > 0 && t('setup.demo.pictures', { count: pictures }),
    issues > 0 && t('setup.demo.issues', { count: issues }),
    settings > 0 && t('setup.demo.settings', { count: settings }),
  ]
    .filter(Boolean)
    .join(', ')
