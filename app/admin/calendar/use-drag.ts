import { useEffect, useRef, useState } from 'react'
import type { CalendarItem } from '#core/domain/calendar.ts'

/** A pointer that moves less is a click. */
const CLICK_PX = 6

interface Drag {
  item: CalendarItem
  /** How far the pointer has come. */
  x: number
  y: number
  /** The day below it; null outside of the calendar. */
  day: string | null
}

/** Drags things to other days with a mouse or a pen. Fingers scroll instead, and have the date field and the bar for moving. */
export function useDrag(onDrop: (item: CalendarItem, day: string) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const drop = useRef(onDrop)
  const stop = useRef<(() => void) | undefined>(undefined)
  useEffect(() => {
    drop.current = onDrop
  })
  useEffect(() => () => stop.current?.(), [])

  function begin(event: React.PointerEvent, item: CalendarItem) {
    if (event.button !== 0 || event.pointerType === 'touch' || !item.can_move) return
    const { clientX, clientY, pointerId } = event
    let latest: Drag | null = null
    const listeners = new AbortController()
    const { signal } = listeners

    function end() {
      listeners.abort()
      stop.current = undefined
      latest = null
      setDrag(null)
    }
    function move(moved: PointerEvent) {
      if (moved.pointerId !== pointerId) return
      const x = moved.clientX - clientX
      const y = moved.clientY - clientY
      if (!latest && Math.hypot(x, y) < CLICK_PX) return
      latest = { item, x, y, day: dayAt(moved.clientX, moved.clientY) }
      setDrag(latest)
    }
    function release() {
      const dropped = latest
      end()
      if (!dropped) return
      // The click that follows would open what was dragged.
      const swallow = (click: Event) => {
        click.stopPropagation()
        click.preventDefault()
      }
      window.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
      if (dropped.day) drop.current(dropped.item, dropped.day)
    }
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', release, { signal })
    window.addEventListener('pointercancel', end, { signal })
    window.addEventListener('keydown', (pressed) => pressed.key === 'Escape' && end(), { signal })
    stop.current = end
  }

  return { drag, begin }
}

/** The day of the calendar at a point; what is dragged lets the pointer through. */
function dayAt(x: number, y: number): string | null {
  const day = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-day]')
  return day?.dataset.day ?? null
}
