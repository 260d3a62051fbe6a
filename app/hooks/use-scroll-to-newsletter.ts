import { useEffect } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { localizedPath } from '#core/i18n/languages.ts'

/** The id of the sign-up block in the footer of every page. */
export const NEWSLETTER_ID = 'newsletter'
const DELAY_AFTER_HOME_MS = 100
/** The history state of the navigation home, so that the layout scrolls only after the page has been shown. */
const SCROLL_STATE = { scrollTo: NEWSLETTER_ID }

/** Returns a function that scrolls to the sign-up block of the home page, and goes there first if necessary. */
export function useScrollToNewsletter(): () => void {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const language = useLanguage()

  return () => {
    if (pathname === '/') scrollToNewsletter()
    else void navigate(localizedPath('/', language), { state: SCROLL_STATE, preventScrollReset: true })
  }
}

/**
 * For the layout: scrolls after a navigation that useScrollToNewsletter started. The request stays in the history entry, so
 * a reload and the back button (`POP`) must not scroll again.
 */
export function useScrollAfterNavigation(): void {
  const { key, state } = useLocation()
  const type = useNavigationType()
  const wanted = type !== 'POP' && state?.scrollTo === NEWSLETTER_ID

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation, and each has a key of its own
  useEffect(() => {
    if (!wanted) return
    const timer = setTimeout(scrollToNewsletter, DELAY_AFTER_HOME_MS)
    return () => clearTimeout(timer)
  }, [key])
}

function scrollToNewsletter(): void {
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const block = document.getElementById(NEWSLETTER_ID)
  block?.scrollIntoView({ behavior: reducedMotion ? 'auto' : 'smooth' })
  block?.focus({ preventScroll: true })
}
