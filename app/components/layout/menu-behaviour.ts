import type { SyntheticEvent } from 'react'

/**
 * Makes a <details> element behave like a menu, with code that is loaded with its first event (menu-events.ts). Without that it
 * still opens and closes.
 */
export const MENU_BEHAVIOUR = { onToggle: handle, onClick: handle, onBlur: handle, onKeyDown: handle }

function handle({ currentTarget: details, nativeEvent }: SyntheticEvent<HTMLDetailsElement>): void {
  if (isMove(nativeEvent as KeyboardEvent, details.open)) nativeEvent.preventDefault()
  import('./menu-events.ts').then(
    ({ handleMenuEvent }) => handleMenuEvent(details, nativeEvent),
    console.error,
  )
}

/** Whether this key moves focus in the menu: the page would scroll while the code is loading. */
function isMove({ key, ctrlKey, metaKey }: KeyboardEvent, open: boolean): boolean {
  return !ctrlKey && !metaKey && (/^Arrow[UD]/.test(key) || (open && /^(Home|End)$/.test(key)))
}
