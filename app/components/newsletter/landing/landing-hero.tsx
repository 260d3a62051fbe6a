import { ConsentLine } from '#app/components/newsletter/consent-line.tsx'
import { SunriseClock } from '#app/components/newsletter/landing/sunrise-clock.tsx'
import { SubscribeForm } from '#app/components/newsletter/subscribe-form.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'

/** The id of the form, to which the other sign-up link of the page leads. */
export const SIGN_UP_ID = 'sign-up'

export function LandingHero() {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="landing-title" className="page">
      <div className="grid gap-x-12 border-b-3 border-ink lg:grid-cols-[7fr_5fr] xl:grid-cols-[8fr_7fr]">
        <div className="py-10 md:pt-16 lg:pb-20">
          <p className="flex items-center gap-2 text-sm font-semibold">
            <span aria-hidden className="size-2 bg-brand" />
            {t('newsletter.hero.eyebrow')}
          </p>
          <h1
            id="landing-title"
            className="mt-4 font-display text-[clamp(2.5rem,1.4rem+5.5vw,5rem)] leading-[0.98] font-medium tracking-[-0.02em]"
          >
            {t('newsletter.hero.title')}
          </h1>
          <p className="mt-6 max-w-[34rem] font-serif text-deck text-pretty text-soft">
            {t('newsletter.hero.text')}
          </p>
          <div id={SIGN_UP_ID} className="mt-8 max-w-[34rem] scroll-mt-8">
            <SubscribeForm />
            <p className="mt-3 text-sm text-faint">
              <ConsentLine />
            </p>
          </div>
        </div>
        <SunriseClock className="mx-auto block w-full max-w-[20rem] self-end sm:max-w-[26rem] lg:max-w-none" />
      </div>
    </section>
  )
}
