import type { Figure, Settings, Testimonial } from '#core/domain/settings.ts'
import { inLanguage } from '#core/domain/site-words.ts'
import { type Language, localeOf } from '#core/i18n/languages.ts'
import { makesStatement, type Voice } from '#core/i18n/statements.ts'
import type { Translate } from '#core/i18n/translator.ts'

interface LandingProof {
  figures: Figure[]
  testimonials: Testimonial[]
  /** True if the testimonials are invented; the page then says so. */
  areSamples: boolean
}

/** A figure that the shipped publication invents. */
export const isShippedFigure = ({ value }: Figure) => value === '4.9/5'

/**
 * The figures and testimonials of the landing page in a language. `subscribers` is the real number if it is larger than the set one, and
 * the only one that is shown where the invented figures are left out.
 */
export function describeLandingProof(options: {
  settings: Pick<Settings, 'landing_subscribers' | 'landing_figures' | 'landing_testimonials'> & Voice
  subscribers: number | null
  language: Language
  t: Translate
}): LandingProof {
  const { settings, subscribers, language, t } = options
  const { landing_subscribers, landing_figures, landing_testimonials } = settings
  const makesShipped = makesStatement(settings, 'figures')
  const figures = (landing_figures ? inLanguage(landing_figures, language) : []).filter(
    (figure) => makesShipped || !isShippedFigure(figure),
  )
  const areSamples = landing_testimonials?.samples ?? false
  if (landing_subscribers !== null && (makesShipped || subscribers !== null)) {
    const number = Math.max(landing_subscribers, subscribers ?? 0).toLocaleString(localeOf(language))
    figures.unshift({
      value: t('newsletter.proof.subscribers.value', { number }),
      label: t('newsletter.proof.subscribers.label'),
    })
  }
  return {
    figures,
    testimonials:
      landing_testimonials && (makesShipped || !areSamples)
        ? inLanguage(landing_testimonials.texts, language)
        : [],
    areSamples,
  }
}
