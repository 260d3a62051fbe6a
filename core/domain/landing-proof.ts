import type { Figure, Settings, Testimonial } from '#core/domain/settings.ts'
import { inLanguage } from '#core/domain/site-words.ts'
import { type Language, localeOf } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'

interface LandingProof {
  figures: Figure[]
  testimonials: Testimonial[]
  /** Whether the testimonials are invented; the page then says so. */
  areSamples: boolean
}

/** The figures and testimonials of the landing page in a language. `subscribers` is the real number if it is larger than the set one. */
export function describeLandingProof(options: {
  settings: Pick<Settings, 'landing_subscribers' | 'landing_figures' | 'landing_testimonials'>
  subscribers: number | null
  language: Language
  t: Translate
}): LandingProof {
  const { settings, subscribers, language, t } = options
  const { landing_subscribers, landing_figures, landing_testimonials } = settings
  const figures = landing_figures ? [...inLanguage(landing_figures, language)] : []
  if (landing_subscribers !== null) {
    const number = Math.max(landing_subscribers, subscribers ?? 0).toLocaleString(localeOf(language))
    figures.unshift({
      value: t('newsletter.proof.subscribers.value', { number }),
      label: t('newsletter.proof.subscribers.label'),
    })
  }
  return {
    figures,
    testimonials: landing_testimonials ? inLanguage(landing_testimonials.texts, language) : [],
    areSamples: landing_testimonials?.samples ?? false,
  }
}
