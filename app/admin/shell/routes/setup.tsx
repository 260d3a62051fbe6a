import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Check from 'lucide-react/icons/check'
import { Link, Navigate, NavLink, useNavigate } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { HOME_PATH, IMPORTS_PATH, PAGES_PATH } from '#app/admin/kit/paths.ts'
import { useDeskFacts } from '#app/admin/kit/query/desk-facts.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { sectionsQuery } from '#app/admin/settings/sections/use-sections.ts'
import { SECTIONS, settingsPath } from '#app/admin/settings/sections.ts'
import { AfterSave } from '#app/admin/settings/setting-section.tsx'
import { SETTINGS_KEY, settingsQuery } from '#app/admin/settings/settings-queries.ts'
import {
  demoQuery,
  OWN_STEPS,
  SETUP_STEPS,
  type SetupStep,
  STATEMENTS_STEP,
  setupPath,
} from '#app/admin/shell/setup/setup-steps.ts'
import { StepContent } from '#app/admin/shell/setup/step-content.tsx'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { saveSettings } from '#core/data/settings.ts'
import { DEFAULT_CATEGORIES } from '#core/domain/category.ts'
import type { Route } from './+types/setup.ts'

/** The setup of a publication; the address names the step. */
export default function Setup({ params }: Route.ComponentProps) {
  const step = SETUP_STEPS.find(({ slug }) => slug === params.step)
  return step ? <SetupPage step={step} /> : <Navigate to={setupPath(OWN_STEPS.site)} replace />
}

const STEP_LINK =
  'flex min-h-11 items-center gap-2.5 rounded-sm px-3 text-sm text-soft hover:bg-wash hover:text-ink lg:min-h-10 aria-[current=page]:bg-wash aria-[current=page]:font-semibold aria-[current=page]:text-ink'

/** One step of setting up, with the way to the others. Every step saves for itself, and can be skipped. */
function SetupPage({ step }: { step: SetupStep }) {
  const navigate = useNavigate()
  const done = useDoneSteps()
  const index = SETUP_STEPS.indexOf(step)
  const [back, next] = [SETUP_STEPS[index - 1], SETUP_STEPS[index + 1]]
  return (
    <>
      <div className="mb-8">
        <h1 className="font-display font-medium text-title-lg">{t('setup.title')}</h1>
        <p className="mt-1.5 max-w-prose text-sm text-soft">{t('setup.intro')}</p>
      </div>
      <div className="grid gap-x-12 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <Progress current={step} done={done} />
        <div className="min-w-0">
          <AfterSave value={next ? () => void navigate(setupPath(next)) : null}>
            <StepContent key={step.slug} step={step} />
          </AfterSave>
          {!next && <InNoStep />}
          <nav
            aria-label={t('setup.ways')}
            className="mt-10 flex max-w-2xl flex-wrap items-center justify-between gap-3 border-line border-t pt-5"
          >
            {back ? (
              <Link to={setupPath(back)} className={buttonStyles({ variant: 'ghost' })}>
                <ArrowLeft aria-hidden size={16} />
                {t('setup.back')}
              </Link>
            ) : (
              <Link to={HOME_PATH} className={buttonStyles({ variant: 'ghost' })}>
                {t('setup.later')}
              </Link>
            )}
            {next ? (
              <Link to={setupPath(next)} className={buttonStyles({ variant: 'secondary' })}>
                {t(done.has(step.slug) ? 'setup.next' : 'setup.skip', { step: next.title })}
              </Link>
            ) : (
              <FinishButton />
            )}
          </nav>
        </div>
      </div>
    </>
  )
}

const IN_NO_STEP = [
  [PAGES_PATH, t('setup.more.pages')],
  ...[SECTIONS.navigation, SECTIONS.frontPage, SECTIONS.words].map(
    (section) => [settingsPath(section), section.title] as const,
  ),
  [IMPORTS_PATH, t('imports.command')],
] as const

/** Lists what else makes a paper one's own. */
function InNoStep() {
  return (
    <div className="mt-10 flex max-w-2xl flex-wrap items-center gap-x-4 text-sm">
      <p className="text-soft">{t('setup.more')}</p>
      {IN_NO_STEP.map(([to, name]) => (
        <Link key={to} to={to} className="inline-flex min-h-11 items-center underline underline-offset-4">
          {name}
        </Link>
      ))}
    </div>
  )
}

/** Shows how far one is: all steps beside the present one, and a bar above it on small screens. */
function Progress({ current, done }: { current: SetupStep; done: ReadonlySet<string> }) {
  const number = SETUP_STEPS.findIndex(({ slug }) => slug === current.slug) + 1
  return (
    <nav aria-label={t('setup.steps')} className="mb-8">
      <div className="lg:hidden">
        <p className="text-sm text-soft">{t('setup.progress', { number, of: SETUP_STEPS.length })}</p>
        <div aria-hidden className="mt-2 flex gap-1">
          {SETUP_STEPS.map(({ slug }, index) => (
            <span key={slug} className={`h-1 grow rounded-full ${index < number ? 'bg-ink' : 'bg-line'}`} />
          ))}
        </div>
      </div>
      <ol className="max-lg:hidden lg:sticky lg:top-9">
        {SETUP_STEPS.map((step, index) => (
          <li key={step.slug}>
            <NavLink to={setupPath(step)} className={STEP_LINK}>
              <span
                aria-hidden
                className={`grid size-6 shrink-0 place-items-center rounded-full border text-xs tabular-nums ${done.has(step.slug) ? 'border-green text-green' : 'border-edge text-soft'}`}
              >
                {done.has(step.slug) ? <Check size={14} /> : index + 1}
              </span>
              {step.title}
              {done.has(step.slug) && <span className="sr-only"> {t('setup.isDone')}</span>}
            </NavLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The steps in which something was decided. */
function useDoneSteps(): ReadonlySet<string> {
  const stored: Partial<Record<string, unknown>> = useQuery(settingsQuery).data?.stored ?? {}
  const waiting = useDeskFacts()?.waiting
  // Known once its step was opened: to find it out takes the database a second.
  const demo = useQuery({ ...demoQuery, enabled: false }).data
  const sections = useQuery(sectionsQuery).data?.categories ?? DEFAULT_CATEGORIES
  const isSet = (...keys: string[]) => keys.some((key) => stored[key] !== undefined)
  const done: Record<string, boolean> = {
    site: isSet('site_name'),
    look: isSet('accent', 'type', 'logo', 'icon'),
    languages: isSet('languages', 'translation_review'),
    sections: JSON.stringify(sections) !== JSON.stringify(DEFAULT_CATEGORIES),
    responsible: isSet('editorial_responsibility', 'contact_address', 'postal_address'),
    [STATEMENTS_STEP.slug]: waiting !== undefined && !waiting.setUp.includes('statements'),
    [SECTIONS.mail.slug]: waiting !== undefined && !waiting.setUp.includes('mail'),
    [SECTIONS.model.slug]: waiting !== undefined && !waiting.setUp.includes('model'),
    demo: demo !== undefined && (demo.removedAt !== null || demo.removable.stories === 0),
  }
  return new Set(Object.keys(done).filter((slug) => done[slug]))
}

function FinishButton() {
  const navigate = useNavigate()
  const finish = useDeskMutation({
    run: (client) => saveSettings(client, [{ key: 'setup', before: null, after: 'finished' }]),
    async done() {
      await navigate(HOME_PATH)
      return t('setup.finished')
    },
    invalidates: [SETTINGS_KEY],
  })

  return (
    <Button aria-disabled={finish.isPending} onClick={() => finish.isPending || void finish.attempt()}>
      {t('setup.finish')}
    </Button>
  )
}
