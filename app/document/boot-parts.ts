/* The parts of the script in the head of a page, which runs before the first paint, and is in the pages of a static mirror too. */

/** The key in the storage of the visit for the theme that the reader has chosen. */
const THEME = 'theme'

/**
 * The system's preference sets the theme; the toggle in the header changes it for this visit only, until the page is loaded anew. The bars
 * of the browser follow the theme in force.
 */
export function applyTheme(themeColors: { light: string; dark: string }): void {
  const root = document.documentElement
  const meta = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
  const colour = () => {
    if (meta) meta.content = themeColors[root.classList.contains('dark') ? 'dark' : 'light']
  }
  new MutationObserver(colour).observe(root, { attributeFilter: ['class'] })
  const chosen = chosenTheme()
  if (chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches)
    root.classList.add('dark')
}

export function toggleTheme(): void {
  const isDark = document.documentElement.classList.toggle('dark')
  try {
    sessionStorage.setItem(THEME, isDark ? 'dark' : 'light')
  } catch {}
}

/** Browsers that block storage for this site throw. */
function chosenTheme(): string | null {
  try {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (navigation?.type === 'reload') sessionStorage.removeItem(THEME)
    return sessionStorage.getItem(THEME)
  } catch {
    return null
  }
}

/** Runs before the first paint, so that nothing moves: where the system has a dialog for sharing, its button takes the place of links. */
export function noteSharing(): void {
  if ('share' in navigator) document.documentElement.classList.add('can-share')
}

/** Print puts it before addresses of this site (print.css). */
export function noteOrigin(): void {
  document.documentElement.style.setProperty('--origin', `"${location.origin}"`)
}

/** An image that cannot be loaded is hidden by the styles, whichever part of the page it is in. */
export function markFailedImages(): void {
  const mark = ({ target, type }: Event) => {
    const image = target as HTMLElement
    if (image.localName === 'img') image.toggleAttribute('data-failed', type === 'error')
  }
  document.addEventListener('error', mark, true)
  document.addEventListener('load', mark, true)
}

/** The distance that the page scrolls before it counts as a change of direction: a resting finger trembles. */
const TREMOR_PX = 8

/** Marks the document while the reader scrolls down, beyond the place of the header: then it hides (site-header.css). */
export function followScrolling(): void {
  let last = 0
  const onScroll = () => {
    const moved = scrollY - last
    if (Math.abs(moved) < TREMOR_PX) return
    last = scrollY
    const header = document.querySelector('header')
    document.documentElement.toggleAttribute(
      'data-scrolled-down',
      moved > 0 && scrollY > (header?.offsetHeight ?? 0),
    )
  }
  addEventListener('scroll', onScroll, { passive: true })
}
