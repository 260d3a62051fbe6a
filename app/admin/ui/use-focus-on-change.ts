import { useEffect, useRef } from 'react'

/** Gives focus to what the ref is on whenever `step` becomes another one; not when it is first shown. */
export function useFocusOnChange<Element extends HTMLElement>(
  step: unknown,
): React.RefObject<Element | null> {
  const ref = useRef<Element>(null)
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    ref.current?.focus()
  }, [step])
  return ref
}
