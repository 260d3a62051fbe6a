import { t } from '#app/admin/kit/messages.ts'
import { SETUP_PATH } from '#app/admin/kit/paths.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { findSection, SECTIONS, SETTING_LABELS, type SettingsSection } from '#app/admin/settings/sections.ts'
import { SETTINGS_KEY, storedSettingsQuery } from '#app/admin/settings/settings-queries.ts'
import { readDemo } from '#core/data/demo.ts'
import { type listSettings, readStatements } from '#core/data/settings.ts'

export interface SetupStep {
  /** The last part of its address. */
  slug: string
  title: string
}

/** The steps that have parts of several sections of the settings. */
export const OWN_STEPS = {
  site: {
    slug: 'site',
    title: t('setup.site.title'),
    intro: t('setup.site.intro'),
    keys: ['site_name', 'tagline'],
  },
  /** Part of the step of the languages. */
  review: {
    slug: 'review',
    title: SETTING_LABELS.translation_review,
    intro: t('settings.translation.policyHint'),
    keys: ['translation_review'],
  },
  responsible: {
    slug: 'responsible',
    title: t('setup.responsible.title'),
    intro: t('setup.responsible.intro'),
    keys: ['editorial_responsibility', 'contact_address', 'postal_address'],
  },
} as const satisfies Record<string, SettingsSection>

export const STATEMENTS_STEP: SetupStep = { slug: 'statements', title: t('setup.statements.title') }

export const DEMO_STEP: SetupStep = { slug: 'demo', title: t('setup.demo.title') }

/** The steps in their order; all others are sections of the settings. */
export const SETUP_STEPS: readonly SetupStep[] = [
  OWN_STEPS.site,
  ...['look', 'languages', 'sections'].flatMap((slug) => findSection(slug) ?? []),
  OWN_STEPS.responsible,
  STATEMENTS_STEP,
  SECTIONS.mail,
  SECTIONS.model,
  DEMO_STEP,
]

export const setupPath = ({ slug }: SetupStep) => `${SETUP_PATH}/${slug}`

const DEMO_KEY = ['demo']

/** Asks whether setting up is over. */
export const isSetUpQuery = {
  ...storedSettingsQuery,
  select: ({ setup }: Awaited<ReturnType<typeof listSettings>>) => setup === 'finished',
}

export const demoQuery = deskQuery(DEMO_KEY, readDemo, { refuses: true })

export const statementsQuery = deskQuery([...SETTINGS_KEY, 'statements'], readStatements, {
  live: ['settings', 'pages'],
})
