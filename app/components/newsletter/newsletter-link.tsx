import { PageLink } from '#app/components/layout/page-link.tsx'
import { NEWSLETTER_ID, useScrollToNewsletter } from '#app/hooks/use-scroll-to-newsletter.ts'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { localizedPath } from '#core/i18n/languages.ts'

interface NewsletterLinkProps {
  className: string
  children: React.ReactNode
  /** Set where a static mirror leaves it out; elsewhere it leads to the archive there. */
  'data-live'?: ''
}

/** Leads to the sign-up block of the home page, scrolling smoothly; without scripts it is a plain link. */
export function NewsletterLink({ className, children, ...marks }: NewsletterLinkProps) {
  const language = useLanguage()
  const scrollToNewsletter = useScrollToNewsletter()
  return (
    <PageLink
      to={localizedPath(`/#${NEWSLETTER_ID}`, language)}
      className={className}
      data-scripted="newsletter"
      {...marks}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        scrollToNewsletter()
      }}
    >
      {children}
    </PageLink>
  )
}
