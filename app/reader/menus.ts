/** The time within which letters that are typed one after the other belong together. */
const TYPING_MS = 1000

/** The open menus that close when something outside of them is pressed. */
const watched = new WeakSet<HTMLDetailsElement>()
let typed = ''
let typedAt = 0

/**
 * Makes the <details> elements of the header behave like menus: one closes when a link in it is chosen, on Escape, and when focus or a
 * click goes elsewhere; the first two move focus back to the summary. Arrows, Home and End move between its links, as does typing
 * their first letters.
 */
export function followMenus(): void {
  for (const type of ['toggle', 'click', 'focusout', 'keydown'])
    document.addEventListener(
      type,
      (event) => {
        const { target } = event
        const details =
          target instanceof Element ? target.closest<HTMLDetailsElement>('.site-header details') : null
        if (details) handleMenuEvent(details, event)
      },
      // A toggle does not bubble.
      { capture: type === 'toggle' },
    )
}

function handleMenuEvent(details: HTMLDetailsElement, event: Event): void {
  // Any event is used: the menu may have been opened before this script was loaded.
  if (details.open && !watched.has(details)) closeFromOutside(details)
  switch (event.type) {
    case 'click':
      if (event.target instanceof Element && event.target.closest('a')) closeToSummary(details)
      return
    case 'focusout': {
      const { relatedTarget } = event as FocusEvent
      if (relatedTarget instanceof Node && !details.contains(relatedTarget)) details.open = false
      return
    }
    case 'keydown':
      pressKey(details, event as KeyboardEvent)
  }
}

function closeToSummary(details: HTMLDetailsElement): void {
  // A navigation may have moved focus already.
  const hadFocus = details.contains(document.activeElement)
  details.open = false
  if (hadFocus) details.querySelector('summary')?.focus({ preventScroll: true })
}

/** Closes an open menu when something outside of it is pressed. */
function closeFromOutside(details: HTMLDetailsElement): void {
  const closed = new AbortController()
  watched.add(details)
  const onToggle = () => {
    if (details.open) return
    closed.abort()
    watched.delete(details)
  }
  details.addEventListener('toggle', onToggle, closed)
  const onPointerDown = ({ target }: PointerEvent) => {
    // The summary may have closed it just now, before its toggle event.
    if (!details.open || (target instanceof Node && details.contains(target))) return
    details.open = false
    if ('coversPage' in details.dataset) swallowTap()
  }
  document.addEventListener('pointerdown', onPointerDown, { capture: true, signal: closed.signal })
}

/** Swallows the rest of a tap, so that nothing beneath is focused, pressed or followed. */
function swallowTap(): void {
  const over = new AbortController()
  const options = { capture: true, signal: over.signal }
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.type === 'click') over.abort()
  }
  for (const type of ['mousedown', 'mouseup', 'click']) window.addEventListener(type, swallow, options)
  // A finger that scrolls does not click; neither does one that rests.
  for (const type of ['pointercancel', 'pointerdown', 'keydown'])
    window.addEventListener(type, () => over.abort(), options)
}

function pressKey(details: HTMLDetailsElement, event: KeyboardEvent): void {
  const { key, altKey, ctrlKey, metaKey, isComposing, timeStamp: time } = event
  if (altKey || ctrlKey || metaKey || isComposing) return
  if (key === 'Escape') {
    if (details.open) closeToSummary(details)
    return
  }
  const links = [...details.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  if (!details.open) {
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return
    details.open = true
  }
  // The page would scroll.
  if (/^Arrow[UD]|^Home$|^End$/.test(key)) event.preventDefault()
  goTo(key, { links, at, time })?.focus()
}

interface Position {
  links: HTMLElement[]
  /** The index of the link with focus; -1 is the summary. */
  at: number
  time: number
}

/** The link to which a key leads. */
function goTo(key: string, { links, at, time }: Position): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return links[(at + 1) % links.length]
    case 'ArrowUp':
      return links.at(at <= 0 ? -1 : at - 1)
    case 'Home':
      return links[0]
    case 'End':
      return links.at(-1)
    default:
      return [...key].length === 1 && key !== ' ' ? findTyped(key, { links, at, time }) : undefined
  }
}

/** The next link that begins with what has been typed. The same letter again leads to the next one that begins with it. */
function findTyped(letter: string, { links, at, time }: Position): HTMLElement | undefined {
  typed = plain(time - typedAt < TYPING_MS ? typed + letter : letter)
  typedAt = time
  const isOneLetter = new Set(typed).size === 1
  const wanted = isOneLetter ? typed.slice(0, 1) : typed
  const from = isOneLetter ? at + 1 : Math.max(at, 0)
  return [...links.slice(from), ...links.slice(0, from)].find((link) => nameOf(link).startsWith(wanted))
}

/** The text of a link, without the parts that are hidden from screen readers. */
function nameOf(link: HTMLElement): string {
  const texts = [...link.childNodes].filter(
    (node) => !(node instanceof Element && node.ariaHidden === 'true'),
  )
  return plain(texts.map((node) => node.textContent ?? '').join(''))
}

/** Removes accents, which no reader types to find a language. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
}
