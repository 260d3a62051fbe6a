import { ConsentLine } from '#app/components/newsletter/consent-line.tsx'
import { SubscribeForm } from '#app/components/newsletter/subscribe-form.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { formatNewsletterTime } from '#core/i18n/newsletter-time.ts'

const CENTRE = { x: 240, y: 282 }

const SUN_RADIUS = 138

const MINUTES_ABOVE_HORIZON = Array.from({ length: 31 }, (_, index) => index - 15)

/** The id of the field, to which the other sign-up link of the page leads: browsers move the focus to it. */
export const SIGN_UP_ID = 'sign-up'

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
