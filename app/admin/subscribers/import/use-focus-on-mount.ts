import { useEffect, useRef } from 'react'

/** Moves focus to the element of the ref when it appears, and when what it shows is another thing. */
export function useFocusOnMount<Element extends HTMLElement>(
  shown: unknown,
): React.RefObject<Element | null> {
  const ref = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another thing in the same element has to be read out too.
  useEffect(() => ref.current?.focus(), [shown])
  return ref
}
