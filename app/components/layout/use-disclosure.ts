import { useEffect, useRef } from 'react'

/**
 * Makes a <details> element close like a menu: when a link in it is chosen, on Escape, and when focus or a click goes
 * elsewhere. The first two move focus back to the summary. Without scripts the menu still opens and closes.
 */
export function useDisclosure() {
  const ref = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    const details = ref.current
    if (!details) return
    const close = () => {
      details.open = false
    }
    const closeToSummary = () => {
      close()
      details.querySelector('summary')?.focus({ preventScroll: true })
    }
    const onClick = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a')) closeToSummary()
    }
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !details.contains(relatedTarget)) close()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && details.open) closeToSummary()
    }
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !details.contains(target)) close()
    }
    details.addEventListener('click', onClick)
    details.addEventListener('focusout', onFocusOut)
    details.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      details.removeEventListener('click', onClick)
      details.removeEventListener('focusout', onFocusOut)
      details.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [])

  return ref
}
