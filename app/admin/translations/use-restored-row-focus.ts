import { useEffect, useRef } from 'react'

const CONTROLS = 'button, a[href]'

/**
 * Keeps the focus in a row whose controls come and go with its state: when the one that has it goes, the first that is there takes it.
 * @returns what the element of the row gets
 */
export function useRestoredRowFocus<Row extends HTMLElement>() {
  const row = useRef<Row>(null)
  const focused = useRef<EventTarget | null>(null)
  useEffect(() => {
    const lost = focused.current instanceof Node && !focused.current.isConnected
    if (!lost || document.activeElement !== document.body) return
    // While something is asked for, the row may have no control at all; it gets the focus later.
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
