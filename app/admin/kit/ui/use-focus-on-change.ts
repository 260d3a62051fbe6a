import { useEffect, useRef } from 'react'

/** Moves focus to the element of the ref when `step` changes; not on its first value, nor while it is undefined. */
export function useFocusOnChange<Element extends HTMLElement>(
  step: unknown,
): React.RefObject<Element | null> {
  const ref = useRef<Element>(null)
  const shownStep = useRef(step)
  useEffect(() => {
    if (step === undefined || shownStep.current === step) return
    const isFirst = shownStep.current === undefined
    shownStep.current = step
    if (!isFirst) ref.current?.focus()
  }, [step])
  return ref
}
