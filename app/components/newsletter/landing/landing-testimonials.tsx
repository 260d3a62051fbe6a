import { Badge } from '#app/components/ui/badge.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import type { Testimonial } from '#core/domain/settings.ts'

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
