import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** The row of an element. */
export function positionOf(element: Element | null): number | null {
  const row = element?.closest<HTMLElement>('[data-block]')
  return row ? Number(row.dataset.block) : null
}

export const rowElement = (list: HTMLElement | null, position: number): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-block="${position}"]`) ?? null

/**
 * The active row, which shows its tools: the one that had the focus last. Its tools move the other rows, so a clicked row is activated
 * after the click, and keeps its position on the screen.
 */
export function useActiveRow(list: RefObject<HTMLElement | null>) {
  const [active, setActive] = useState<number | null>(null)
  const current = useRef<number | null>(null)
  const isPressed = useRef(false)

  const activate = useCallback(
    (position: number) => {
      if (current.current === position) return
      current.current = position
      const before = rowElement(list.current, position)?.getBoundingClientRect().top ?? 0
      flushSync(() => setActive(position))
      const after = rowElement(list.current, position)?.getBoundingClientRect().top ?? before
      if (after !== before) window.scrollBy({ top: after - before, behavior: 'instant' })
    },
    [list],
  )

  useEffect(() => {
    const element = list.current
    if (!element) return
    const press = () => {
      isPressed.current = true
    }
    const release = () => {
      if (!isPressed.current) return
      isPressed.current = false
      // Delayed until after the click.
      setTimeout(() => {
        const position = positionOf(document.activeElement)
        if (position !== null && element.contains(document.activeElement)) activate(position)
      })
    }
    const focus = ({ target }: FocusEvent) => {
      const position = positionOf(target as Element)
      if (position !== null && !isPressed.current) queueMicrotask(() => activate(position))
    }
    element.addEventListener('pointerdown', press)
    element.addEventListener('focusin', focus)
    window.addEventListener('pointerup', release)
    window.addEventListener('pointercancel', release)
    return () => {
      element.removeEventListener('pointerdown', press)
      element.removeEventListener('focusin', focus)
      window.removeEventListener('pointerup', release)
      window.removeEventListener('pointercancel', release)
    }
  }, [list, activate])

  return { active, activate, present: useCallback(() => current.current, []) }
}
