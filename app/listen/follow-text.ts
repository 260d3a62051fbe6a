/** Keys by which a reader scrolls. */
const SCROLL_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' '])

export interface TextFollower {
  /** Marks the block that is being read, and brings it into view unless the reader is looking elsewhere. */
  show(element: Element): void
  /** Follows again. */
  resume(): void
  close(): void
}

/** `onLook` is told whether the text is followed: not while the reader has scrolled to another place by themselves. */
export function followText(bar: HTMLElement, onLook: (isFollowed: boolean) => void): TextFollower {
  let current: Element | null = null
  let isFollowed = true

  const leave = (event: Event) => {
    if (bar.contains(event.target as Node)) return
    if (event instanceof KeyboardEvent && !SCROLL_KEYS.has(event.key)) return
    set(false)
  }
  const set = (next: boolean) => {
    if (next !== isFollowed) onLook(next)
    isFollowed = next
  }
  for (const type of ['wheel', 'touchmove', 'keydown'] as const)
    window.addEventListener(type, leave, { passive: true })

  function isInView(element: Element): boolean {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top < window.innerHeight - bar.offsetHeight
  }

  function bringIntoView(element: Element): void {
    const { top, bottom } = element.getBoundingClientRect()
    const room = window.innerHeight - bar.offsetHeight
    if (top >= window.innerHeight / 8 && bottom <= room - 16) return
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    element.scrollIntoView({
      block: bottom - top > room / 2 ? 'start' : 'center',
      behavior: isCalm ? 'instant' : 'smooth',
    })
  }

  return {
    show(element) {
      // A reader who is back at the last block follows again.
      if (!isFollowed && current?.isConnected && isInView(current)) set(true)
      current?.removeAttribute('data-spoken')
      current = element
      element.setAttribute('data-spoken', '')
      if (isFollowed) bringIntoView(element)
    },
    resume() {
      set(true)
      if (current) bringIntoView(current)
    },
    close() {
      current?.removeAttribute('data-spoken')
      for (const type of ['wheel', 'touchmove', 'keydown'] as const) window.removeEventListener(type, leave)
    },
  }
}
