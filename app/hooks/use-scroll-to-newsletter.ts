import { useLocation, useNavigate } from 'react-router'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { localizedPath } from '#core/i18n/languages.ts'

/** The sign-up block at the foot of every page. */
export const NEWSLETTER_ID = 'newsletter'
const DELAY_AFTER_HOME_MS = 100

/** Scrolls to the sign-up block; from another page it goes home first. */
export function useScrollToNewsletter(): () => Promise<void> {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const language = useLanguage()

  return async () => {
    if (pathname !== '/') {
      await navigate(localizedPath('/', language))
      await new Promise((resolve) => setTimeout(resolve, DELAY_AFTER_HOME_MS))
    }
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const block = document.getElementById(NEWSLETTER_ID)
    block?.scrollIntoView({ behavior: calm ? 'auto' : 'smooth' })
    block?.focus({ preventScroll: true })
  }
}
