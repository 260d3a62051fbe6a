import { useEffect } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { localizedPath } from '#core/i18n/languages.ts'

/** The sign-up block at the foot of every page. */
export const NEWSLETTER_ID = 'newsletter'
const DELAY_AFTER_HOME_MS = 100
/** Travels with the navigation home, so that scrolling waits until the page is really there. */
const SCROLL_STATE = { scrollTo: NEWSLETTER_ID }

/** Scrolls to the sign-up block; from another page it goes home first. */
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
 * For the layout: does the scrolling that a navigation home was asked for. What was asked stays in the history, so a
 * reload and the way back must not do it again.
 */
export function useScrollAfterNavigation(): void {
  const { key, state } = useLocation()
  const type = useNavigationType()
  const wanted = type !== 'POP' && state?.scrollTo === NEWSLETTER_ID

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation, which is what the key names
  useEffect(() => {
    if (!wanted) return
    const timer = setTimeout(scrollToNewsletter, DELAY_AFTER_HOME_MS)
    return () => clearTimeout(timer)
  }, [key])
}

function scrollToNewsletter(): void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const block = document.getElementById(NEWSLETTER_ID)
  block?.scrollIntoView({ behavior: calm ? 'auto' : 'smooth' })
  block?.focus({ preventScroll: true })
}
