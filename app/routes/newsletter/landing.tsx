import { LandingFeatures } from '#app/components/newsletter/landing/landing-features.tsx'
import { LandingHero } from '#app/components/newsletter/landing/landing-hero.tsx'
import { LandingInside } from '#app/components/newsletter/landing/landing-inside.tsx'
import { LandingProof } from '#app/components/newsletter/landing/landing-proof.tsx'
import { LandingTestimonials } from '#app/components/newsletter/landing/landing-testimonials.tsx'
import { serverContext } from '#app/context.ts'
import { pageMeta } from '#app/head/page-meta.ts'
import { translatorOf } from '#app/messages.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { findSubscriberFigure } from '#core/data/subscribers.ts'
import { describeLandingProof } from '#core/domain/landing-proof.ts'
import { settingTags } from '#core/domain/page-tags.ts'
import { formatNewsletterTime } from '#core/i18n/newsletter-time.ts'
import type { Route } from './+types/landing.ts'

/** How long a number of subscribers may stay on the page: that it grew is not announced. */
const LIFE_SECONDS = 3600

export const loader = cachedLoader(
  ['lang'],
  async ({ context, query }: CachedLoaderArgs<Route.LoaderArgs, 'lang'>) => {
    const { supabase, settings, tag, expireAfter } = context.get(serverContext)
    const language = query.lang
    tag(...settingTags('landing_subscribers', 'landing_figures', 'landing_testimonials'))
    if (settings.landing_subscribers !== null) expireAfter(LIFE_SECONDS)
    const subscribers = settings.landing_subscribers && (await findSubscriberFigure(supabase))
    const t = translatorOf(language, settings)
    return describeLandingProof({ settings, subscribers, language, t })
  },
)

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, (t, site, language) => ({
    title: t('meta.newsletter.title'),
    description: t('meta.newsletter.description', { newsletterTime: formatNewsletterTime(site, language) }),
    withoutSiteName: true,
    newsletterFeed: true,
  }))
}

export default function NewsletterLanding({ loaderData }: Route.ComponentProps) {
  const { figures, testimonials, areSamples } = loaderData
  return (
    <>
      <LandingHero />
      <LandingFeatures />
      <LandingInside />
      <LandingProof figures={figures} />
      {testimonials.length > 0 && <LandingTestimonials testimonials={testimonials} areSamples={areSamples} />}
    </>
  )
}
