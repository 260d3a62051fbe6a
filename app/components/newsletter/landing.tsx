import { LocalLink } from '#app/components/layout/local-link.tsx'
import { ConsentLine } from '#app/components/newsletter/consent-line.tsx'
import { SubscribeForm } from '#app/components/newsletter/subscribe-form.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { ArrowUp, Check } from '#app/components/ui/icons.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import type { Figure, Testimonial } from '#core/domain/settings.ts'
import { formatNewsletterTime } from '#core/i18n/newsletter-time.ts'
import { NEWSLETTER_ISSUES_PATH, NEWSLETTER_PATH } from '#core/paths.ts'

const CENTRE = { x: 240, y: 282 }

const SUN_RADIUS = 138

const MINUTES_ABOVE_HORIZON = Array.from({ length: 31 }, (_, index) => index - 15)

/** The id of the field, to which the other sign-up link of the page leads: browsers move the focus to it. */
const SIGN_UP_ID = 'sign-up'

export function LandingHero() {
  const { t, language } = useTranslation()
  const newsletterTime = formatNewsletterTime(useSiteData(), language)
  return (
    <section aria-labelledby="landing-title" className="page">
      <div className="grid gap-x-12 border-b-3 border-ink lg:grid-cols-[7fr_5fr] xl:grid-cols-[8fr_7fr]">
        <div className="py-10 md:pt-16 lg:pb-20">
          <p className="flex items-baseline gap-2 text-sm font-semibold">
            <span aria-hidden className="size-2 shrink-0 bg-brand" />
            <span>{t('newsletter.hero.eyebrow', { newsletterTime })}</span>
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
          <div data-live="newsletter" className="mt-8 max-w-[34rem] scroll-mt-8">
            <SubscribeForm id={SIGN_UP_ID} />
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

/** The iris of the logo drawn as a rising sun with clock hands at nine. The line below it is the horizon. */
function SunriseClock({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 480 320" className={className}>
      {MINUTES_ABOVE_HORIZON.map((minute) => {
        const hour = minute % 5 === 0
        return (
          <line
            key={minute}
            className={hour ? 'stroke-ink' : 'stroke-edge'}
            strokeWidth={hour ? 9 : 2}
            x1={CENTRE.x}
            x2={CENTRE.x}
            y1={CENTRE.y - (hour ? 234 : 206)}
            y2={CENTRE.y - 180}
            transform={`rotate(${minute * 6} ${CENTRE.x} ${CENTRE.y})`}
          />
        )
      })}
      <circle className="fill-brand" cx={CENTRE.x} cy={CENTRE.y} r={SUN_RADIUS} />
      <path
        className="stroke-paper"
        d={`M${CENTRE.x} ${CENTRE.y - 98}V${CENTRE.y}H${CENTRE.x - 66}`}
        fill="none"
        strokeWidth="22"
        strokeLinecap="square"
      />
    </svg>
  )
}

/** Quotes of readers. Samples are invented, and marked as such. */
export function LandingTestimonials({
  testimonials,
  areSamples,
}: {
  testimonials: readonly Testimonial[]
  areSamples: boolean
}) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="landing-testimonials" className="page pt-14 md:pt-20">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <h2 id="landing-testimonials" className="font-display text-title-lg font-medium">
          {t('newsletter.testimonials.title')}
        </h2>
        {areSamples && <Badge>{t('newsletter.testimonials.note')}</Badge>}
      </div>
      <ul className="mt-8 grid grid-cols-1 gap-x-10 gap-y-8 md:grid-cols-3">
        {testimonials.map(({ quote, author, role }) => (
          <li
            key={quote}
            className="relative before:absolute before:inset-y-0 before:-left-5 before:w-px before:bg-line max-md:before:hidden first:before:hidden max-md:border-t max-md:border-line max-md:pt-6 max-md:first:border-0 max-md:first:pt-0"
          >
            <figure className="flex h-full flex-col">
              <blockquote className="font-serif text-xl leading-normal text-pretty before:content-[open-quote] after:content-[close-quote]">
                {quote}
              </blockquote>
              <figcaption className="mt-auto pt-5 text-sm">
                <span className="block font-semibold">{author}</span>{' '}
                <span className="text-faint">{role}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}

const PROMISES = ['gdpr', 'noSpam', 'free'] as const

/** The promises of the newsletter, beside the figures if there are any. */
export function LandingProof({ figures }: { figures: readonly Figure[] }) {
  const { t } = useTranslation()
  const isAlone = figures.length === 0
  const promises = PROMISES.map((promise) => t(`newsletter.proof.${promise}`)).filter(Boolean)
  if (isAlone && promises.length === 0) return null
  return (
    <section aria-labelledby="landing-proof" className="mt-16 bg-wash md:mt-24">
      <div className="page grid gap-x-12 gap-y-8 py-14 md:py-20 lg:grid-cols-[5fr_7fr]">
        <div className={isAlone ? 'lg:contents' : ''}>
          <h2 id="landing-proof" className="font-display text-title-lg font-medium">
            {t(isAlone ? 'newsletter.proof.promises' : 'newsletter.proof.title')}
          </h2>
          <ul
            className={`mt-5 grid gap-2 font-medium ${isAlone ? 'sm:grid-cols-3 sm:gap-5 lg:mt-0 lg:items-center' : ''}`}
          >
            {promises.map((promise) => (
              <li key={promise} className="flex items-center gap-2">
                <Check size={18} className="shrink-0 text-green" />
                {promise}
              </li>
            ))}
          </ul>
        </div>
        {!isAlone && (
          <ul className="grid gap-x-10 gap-y-6 sm:grid-cols-[1fr_1fr]">
            {figures.map(({ value, label }) => (
              <li key={`${value} ${label}`} className="border-t border-ink pt-4">
                <span className="block font-display text-[clamp(3.25rem,2.2rem+3vw,5rem)] leading-none font-medium tracking-[-0.03em] wrap-anywhere">
                  {value}
                </span>{' '}
                <span className="mt-2 block text-soft">{label}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

const CONTENTS = ['stories', 'market', 'research', 'startups', 'opinions', 'nextWeek'] as const

/** The contents of an issue of the newsletter, with a link back up to the sign-up form. */
export function LandingInside() {
  const { t } = useTranslation()
  const contents = CONTENTS.map((part) => t(`newsletter.inside.${part}`)).filter(Boolean)
  return (
    <div className="page pt-16 md:pt-24">
      <div className="grid gap-x-12 gap-y-8 border-t-3 border-ink pt-6 lg:grid-cols-[5fr_7fr] lg:grid-rows-[1fr_auto]">
        {contents.length > 0 && (
          <>
            <h2 id="landing-inside" className="font-display text-headline font-medium">
              {t('newsletter.inside.title')}
            </h2>
            <ul
              aria-labelledby="landing-inside"
              className="divide-y divide-line lg:col-start-2 lg:row-span-2"
            >
              {contents.map((part) => (
                <li key={part} className="flex items-baseline gap-4 py-4 font-display text-title first:pt-2">
                  <span aria-hidden className="size-2.5 shrink-0 -translate-y-0.5 bg-brand" />
                  {part}
                </li>
              ))}
            </ul>
          </>
        )}
        <section aria-labelledby="landing-invitation" className="lg:col-start-1 lg:row-start-2">
          <h2 data-live="" id="landing-invitation" className="font-display text-title font-medium">
            {t('newsletter.cta.title')}
          </h2>
          <p data-live="" className="mt-2 max-w-sm font-serif text-lg text-soft">
            {t('newsletter.cta.text')}
          </p>
          <LocalLink
            to={`${NEWSLETTER_PATH}#${SIGN_UP_ID}`}
            data-live=""
            className={buttonStyles({ size: 'lg', className: 'mt-5' })}
          >
            {t('newsletter.hero.submit')}
            <ArrowUp size={18} />
          </LocalLink>{' '}
          <LocalLink
            to={NEWSLETTER_ISSUES_PATH}
            className="mt-4 block w-fit py-1 text-sm font-semibold underline underline-offset-4"
          >
            {t('newsletter.issue.all')}
          </LocalLink>
        </section>
      </div>
    </div>
  )
}
