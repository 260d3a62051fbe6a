/*
 * What the script in the head of a page does before the first paint, which the pages of a static mirror do too.
 */

/**
 * The system's preference sets the theme; the toggle in the header changes it for this visit only. The bars of the browser
 * follow what is in force.
 */
export function applyTheme(themeColors: { light: string; dark: string }): void {
  const root = document.documentElement
  const meta = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
  const colour = () => {
    if (meta) meta.content = themeColors[root.classList.contains('dark') ? 'dark' : 'light']
  }
  new MutationObserver(colour).observe(root, { attributeFilter: ['class'] })
  if (matchMedia('(prefers-color-scheme: dark)').matches) root.classList.add('dark')
}

/** Before the first paint, so that nothing moves: where the system has a dialog for sharing, its button takes the place of links. */
export function noteSharing(): void {
  if ('share' in navigator) document.documentElement.classList.add('can-share')
}

/** Print puts it before addresses of this site (print.css). */
export function noteOrigin(): void {
  document.documentElement.style.setProperty('--origin', `"${location.origin}"`)
}

/** An image that cannot be loaded is hidden by the styles, whichever part of the page it is in, before hydration too. */
export function markFailedImages(): void {
  const mark = ({ target, type }: Event) => {
    const image = target as HTMLElement
    if (image.localName === 'img') image.toggleAttribute('data-failed', type === 'error')
  }
  document.addEventListener('error', mark, true)
  document.addEventListener('load', mark, true)
}

/** How far the page scrolls before it counts as a change of direction: a resting finger trembles. */
const TREMOR_PX = 8

/**
 * Marks the document while the reader scrolls down, beyond the place of the header: then it hides (site-header.css). Before
 * hydration too, because readers scroll before that.
 */
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
