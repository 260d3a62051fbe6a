import { PageLink } from '#app/components/layout/page-link.tsx'
import { NEWSLETTER_ID, useScrollToNewsletter } from '#app/hooks/use-scroll-to-newsletter.ts'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { localizedPath } from '#core/i18n/languages.ts'

/** Leads to the sign-up block of the home page, scrolling smoothly; without scripts it is a plain link. */
export function NewsletterLink({ className, children }: { className: string; children: React.ReactNode }) {
  const language = useLanguage()
  const scrollToNewsletter = useScrollToNewsletter()
  return (
    <PageLink
      to={localizedPath(`/#${NEWSLETTER_ID}`, language)}
      className={className}
      data-scripted="newsletter"
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
