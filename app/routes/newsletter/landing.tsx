import {
  LandingHero,
  LandingInside,
  LandingProof,
  LandingTestimonials,
} from '#app/components/newsletter/landing.tsx'
import type { BadgeTone } from '#app/components/ui/badge.tsx'
import { servePage } from '#app/document/serve-page.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { findSubscriberFigure } from '#core/data/subscribers.ts'
import { describeLandingProof } from '#core/domain/landing-proof.ts'
import { settingTags } from '#core/domain/page-tags.ts'
import { formatNewsletterTime } from '#core/i18n/newsletter-time.ts'

/** Each feature has the colour of the category that it is about. */
const FEATURES = [
  { name: 'market', tone: 'blue' },
  { name: 'technical', tone: 'green' },
  { name: 'expert', tone: 'purple' },
] as const satisfies { name: string; tone: BadgeTone }[]

/** The longest time that a number of subscribers stays on the page: its growth is not announced. */
const LIFE_SECONDS = 3600

export const loader = servePage({
  parameters: [],
  async load({ server, language, t }) {
    const { supabase, settings, tag, expireAfter } = server
    tag(...settingTags('landing_subscribers', 'landing_figures', 'landing_testimonials'))
    if (settings.landing_subscribers !== null) expireAfter(LIFE_SECONDS)
    const subscribers = settings.landing_subscribers && (await findSubscriberFigure(supabase))
    return describeLandingProof({ settings, subscribers, language, t })
  },
  describe: ({ t, site, language }) => ({
    title: t('meta.newsletter.title'),
    description: t('meta.newsletter.description', { newsletterTime: formatNewsletterTime(site, language) }),
    withoutSiteName: true,
    newsletterFeed: true,
  }),
  Page({ loaderData: { figures, testimonials, areSamples } }) {
    return (
      <>
        <LandingHero />
        <LandingFeatures />
        <LandingInside />
        <LandingProof figures={figures} />
        {testimonials.length > 0 && (
          <LandingTestimonials testimonials={testimonials} areSamples={areSamples} />
        )}
      </>
    )
  },
})

function LandingFeatures() {
  const { t } = useTranslation()
  const features = FEATURES.filter(({ name }) => t(`newsletter.features.${name}.title`))
  return (
    <section aria-labelledby="landing-features" className="page pt-12 md:pt-16">
      <h2 id="landing-features" className="font-display text-title-lg font-medium">
        {t('newsletter.features.title')}
      </h2>
      <ul
        className={`mt-6 grid grid-cols-1 gap-5 md:mt-8 ${features.length > 2 ? 'lg:grid-cols-3' : 'lg:grid-cols-2'}`}
      >
        {features.map(({ name, tone }) => (
          <li
            key={name}
            data-tone={tone}
            className="grid content-start gap-x-8 gap-y-3 border-t-3 border-accent bg-wash p-5 pb-6 sm:max-lg:grid-cols-[2fr_3fr] lg:p-8 lg:pb-10"
          >
            <h3 className="font-display text-title font-medium">{t(`newsletter.features.${name}.title`)}</h3>
            <p className="font-serif text-lg leading-normal text-soft">
              {t(`newsletter.features.${name}.text`)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
