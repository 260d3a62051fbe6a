import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useLayoutEffect, useRef, useState } from 'react'

interface StepPanelProps {
  number: number
  title: string
  /** In a few words, beside the title. */
  state: React.ReactNode
  isOpen: boolean
  onToggle: () => void
  children: React.ReactNode
}

/** A step: its header with its state, which opens it, and what is done in it. What was typed stays while it is closed. */
export function StepPanel({ number, title, state, isOpen, onToggle, children }: StepPanelProps) {
  const id = useId()
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  const header = useRef<HTMLButtonElement>(null)
  const pressedAt = useRef<number | null>(null)

  // A step above it closes at the same time, which would move it out of view.
  useLayoutEffect(() => {
    if (!isOpen || !header.current || pressedAt.current === null) return
    const top = Math.min(pressedAt.current, window.innerHeight / 2)
    pressedAt.current = null
    window.scrollBy({ top: header.current.getBoundingClientRect().top - top, behavior: 'instant' })
  }, [isOpen])

  return (
    <div className="border-line border-b">
      <h3>
        <button
          ref={header}
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={(event) => {
            pressedAt.current = isOpen ? null : event.currentTarget.getBoundingClientRect().top
            onToggle()
          }}
          className="flex min-h-14 w-full items-center gap-4 py-3 text-left hover:bg-wash focus-visible:-outline-offset-2"
        >
          <span
            aria-hidden
            className={`flex size-7 shrink-0 items-center justify-center rounded-full border text-sm tabular-nums ${isOpen ? 'border-ink bg-ink text-paper' : 'border-edge text-soft'}`}
          >
            {number}
          </span>
          <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-2">
            <span id={`${id}-title`} className="font-semibold">
              {title}
            </span>
            <span className="text-soft text-sm wrap-anywhere">
              <span aria-hidden className="max-sm:hidden">
                ·{' '}
              </span>
              {state}
            </span>
          </span>
          <ChevronDown
            aria-hidden
            size={18}
            className={`shrink-0 text-faint transition-transform motion-reduce:transition-none ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h3>
      <section id={id} aria-labelledby={`${id}-title`} hidden={!isOpen} className="pt-1 pb-6">
        {wasOpened && children}
      </section>
    </div>
  )
}
