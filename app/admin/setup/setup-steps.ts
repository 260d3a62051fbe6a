import { t } from '#app/admin/messages.ts'
import type { SettingsSection } from '#app/admin/settings/sections.ts'
import { SETUP_PATH } from '#app/admin/setup/first-page.ts'

export interface SetupStep {
  /** The last part of its address. */
  slug: string
  title: string
}

/** The steps whose fields are settings, which are saved together. */
export const SETTING_STEPS = {
  site: {
    slug: 'site',
    title: t('setup.site.title'),
    intro: t('setup.site.intro'),
    keys: ['site_name', 'tagline'],
  },
  responsible: {
    slug: 'responsible',
    title: t('setup.responsible.title'),
    intro: t('setup.responsible.intro'),
    keys: ['editorial_responsibility', 'contact_address', 'postal_address'],
  },
} as const satisfies Record<string, SettingsSection>

/** The steps in their order. */
export const SETUP_STEPS = [
  SETTING_STEPS.site,
  SETTING_STEPS.responsible,
  { slug: 'mail', title: t('setup.mail.title') },
  { slug: 'model', title: t('setup.model.title') },
  { slug: 'demo', title: t('setup.demo.title') },
] as const satisfies SetupStep[]

export type StepSlug = (typeof SETUP_STEPS)[number]['slug']

export const setupPath = ({ slug }: SetupStep) => `${SETUP_PATH}/${slug}`
