import { LocalLink } from '#app/components/layout/local-link.tsx'
import { ConsentLine } from '#app/components/newsletter/consent-line.tsx'
import { SubscribeForm } from '#app/components/newsletter/subscribe-form.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { NEWSLETTER_PATH } from '#core/paths.ts'

/** Invites to the newsletter, between other blocks of a front page. */
export function NewsletterBand() {
  const { t } = useTranslation()
  return (
    <section
      aria-labelledby="newsletter-band"
      data-live=""
      className="newsletter-band border-t-3 border-ink bg-wash print:hidden"
    >
      <div>
        <h2 id="newsletter-band" className="font-display text-title-lg font-medium">
          <LocalLink
            to={NEWSLETTER_PATH}
            className="decoration-brand decoration-2 underline-offset-4 hover:underline"
          >
            {t('newsletter.block.title')}
          </LocalLink>
        </h2>
        <p className="mt-2 font-serif text-lg text-soft">{t('newsletter.block.text')}</p>
      </div>
      <div>
        <SubscribeForm />
        <p className="mt-3 text-sm text-faint">
          <ConsentLine />
        </p>
      </div>
    </section>
  )
}
