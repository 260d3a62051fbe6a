import { LandingFeatures } from '#app/components/newsletter/landing/landing-features.tsx'
import { LandingHero } from '#app/components/newsletter/landing/landing-hero.tsx'
import { LandingInside } from '#app/components/newsletter/landing/landing-inside.tsx'
import { LandingProof } from '#app/components/newsletter/landing/landing-proof.tsx'
import { LandingTestimonials } from '#app/components/newsletter/landing/landing-testimonials.tsx'
import { serverContext } from '#app/context.ts'
import { pageMeta } from '#app/head/page-meta.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { UNCHANGING } from '#core/domain/page-tags.ts'
import type { Route } from './+types/landing.ts'

export const loader = cachedLoader([], ({ context }: CachedLoaderArgs<Route.LoaderArgs>) => {
  context.get(serverContext).tag(UNCHANGING)
  return null
})

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, (t) => ({
    title: t('meta.newsletter.title'),
    description: t('meta.newsletter.description'),
    unsigned: true,
  }))
}

export default function NewsletterLanding() {
  return (
    <>
      <LandingHero />
      <LandingFeatures />
      <LandingInside />
      <LandingProof />
      <LandingTestimonials />
    </>
  )
}
