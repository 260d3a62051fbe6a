import { LocalLink } from '#app/components/layout/local-link.tsx'
import { ConsentLine } from '#app/components/newsletter/consent-line.tsx'
import { SubscribeForm } from '#app/components/newsletter/subscribe-form.tsx'
import { ArrowRight } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { NEWSLETTER_PATH } from '#core/paths.ts'

const BLURBS = ['market', 'research', 'opinions'] as const

/** Introduces the newsletter at the end of a list of articles; its title links to the landing page. */
export function NewsletterBlock({ className }: { className: string }) {
  const { t } = useTranslation()
  return (
    <section
      aria-labelledby="newsletter-block-title"
      data-live=""
      className={`grid grid-cols-1 gap-x-16 gap-y-8 border-t-3 border-ink bg-wash p-6 sm:p-10 lg:grid-cols-[1.15fr_1fr] print:hidden ${className}`}
    >
      <div>
        <h2 id="newsletter-block-title" className="font-display text-title-lg font-medium">
          <LocalLink
            to={NEWSLETTER_PATH}
            className="group decoration-brand decoration-2 underline-offset-4 hover:underline"
          >
            {t('newsletter.block.title')}
            <ArrowRight
              aria-hidden
              size={22}
              className="ml-2 inline transition-transform group-hover:translate-x-0.5"
            />
          </LocalLink>
        </h2>
        <p className="mt-2 font-serif text-lg text-soft">{t('newsletter.block.text')}</p>
        <div className="mt-6">
          <SubscribeForm />
        </div>
        <p className="mt-3 text-sm text-faint">{t('newsletter.block.note')}</p>
        <p className="mt-1 text-sm text-faint">
          <ConsentLine />
        </p>
      </div>
      <dl className="grid content-center divide-y divide-line border-line max-lg:border-t">
        {BLURBS.map((blurb) => (
          <div key={blurb} className="py-4 last:pb-0 lg:first:pt-0">
            <dt className="font-display text-title-sm font-medium">{t(`newsletter.block.${blurb}.title`)}</dt>
            <dd className="mt-1 font-serif text-soft">{t(`newsletter.block.${blurb}.text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
