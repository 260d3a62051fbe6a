import type { BadgeTone } from '#app/components/ui/badge.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'

/** Each feature has the colour of the category that it is about. */
const FEATURES = [
  { name: 'market', tone: 'blue' },
  { name: 'technical', tone: 'green' },
  { name: 'expert', tone: 'purple' },
] as const satisfies { name: string; tone: BadgeTone }[]

export function LandingFeatures() {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="landing-features" className="page pt-12 md:pt-16">
      <h2 id="landing-features" className="font-display text-title-lg font-medium">
        {t('newsletter.features.title')}
      </h2>
      <ul className="mt-6 grid grid-cols-1 gap-5 md:mt-8 lg:grid-cols-3">
        {FEATURES.map(({ name, tone }) => (
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
