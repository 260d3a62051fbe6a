import { useEffect, useRef } from 'react'

const HANDLED = ['toggle', 'click', 'focusout', 'keydown']

/**
 * Makes a <details> element behave like a menu (menu-events.ts, which is loaded with the first event). Without that code it still
 * opens and closes.
 */
export function useDisclosure() {
  const ref = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    const details = ref.current
    if (!details) return
    const onEvent = (event: Event) => {
      // The page would scroll while the code is loading.
      if (isMove(event as KeyboardEvent, details.open)) event.preventDefault()
      import('./menu-events.ts').then(({ handleMenuEvent }) => handleMenuEvent(details, event), console.error)
    }
    const used = new AbortController()
    for (const type of HANDLED) details.addEventListener(type, onEvent, used)
    return () => used.abort()
  }, [])

  return ref
}

function isMove({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, open: boolean): boolean {
  return !(altKey || ctrlKey || metaKey) && (open ? /^Arrow[UD]|^Home|^End/ : /^Arrow[UD]/).test(key)
}
