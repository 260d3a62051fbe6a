import { useEffect, useRef } from 'react'

const CONTROLS = 'button, a[href]'

/**
 * Keeps the focus in a row whose controls change with its state: when the focused one disappears, the first one gets the focus.
 * @returns the props of the row element
 */
export function useRestoredRowFocus<Row extends HTMLElement>() {
  const row = useRef<Row>(null)
  const focused = useRef<EventTarget | null>(null)
  useEffect(() => {
    const lost = focused.current instanceof Node && !focused.current.isConnected
    if (!lost || document.activeElement !== document.body) return
    // During a request the row may have no control; a later rendering moves the focus.
    row.current?.querySelector<HTMLElement>(CONTROLS)?.focus({ preventScroll: true })
  })
  return {
    ref: row,
    onFocus: ({ target }: React.FocusEvent) => {
      focused.current = target
    },
    onBlur: ({ relatedTarget }: React.FocusEvent) => {
      if (relatedTarget) focused.current = null
    },
  }
}
