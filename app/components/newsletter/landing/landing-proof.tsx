import { Check } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import type { Figure } from '#core/domain/settings.ts'

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
