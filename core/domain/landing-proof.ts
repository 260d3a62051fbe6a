import type { Figure, Settings, Testimonial } from '#core/domain/settings.ts'
import { inLanguage } from '#core/domain/site-words.ts'
import { type Language, localeOf } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'

interface LandingProof {
  figures: Figure[]
  testimonials: Testimonial[]
  /** Nobody has said these things. */
  areSamples: boolean
}

/** What the landing page shows for itself, in the words of a language. `subscribers` are the real ones, once they are more. */
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
