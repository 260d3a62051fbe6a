import { createContext, use, useCallback, useEffect, useRef, useState } from 'react'
import { CircleAlert, X } from '#app/components/ui/icons.tsx'
import type { Place } from '#app/components/ui/toast-place.ts'

export interface ToastMessage {
  title: string
  /** Text, or text with a control. */
  description?: React.ReactNode
  variant?: 'default' | 'destructive'
  /** Longer for a message that offers something to do. */
  durationMs?: number
}

type ShowToast = (message: ToastMessage) => void

const DURATION_MS = 4000

const ToastContext = createContext<ShowToast | null>(null)

/** Set while there is a provider. */
let show: ShowToast | null = null
let waiting: ToastMessage | null = null

/** Shows a message from outside of components; before there is a provider, as soon as there is one. */
export function announce(message: ToastMessage): void {
  if (show) show(message)
  else waiting = message
}

/** Returns a function that shows a short message over the page. A new message replaces the one before. */
export function useToast(): { toast: ShowToast } {
  const toast = use(ToastContext)
  if (!toast) throw new Error('useToast needs a ToastProvider above it')
  return { toast }
}

interface ToastProviderProps {
  regionLabel: string
  closeLabel: string
  children?: React.ReactNode
}

/** Renders the live regions before there is a message: screen readers announce only changes in an existing region. */
export function ToastProvider({ regionLabel, closeLabel, children }: ToastProviderProps) {
  const [shown, setShown] = useState<(ToastMessage & { id: number }) | null>(null)
  const [paused, setPaused] = useState(false)
  const lastId = useRef(0)
  const focusBefore = useRef<EventTarget | null>(null)
  const region = useRef<HTMLElement>(null)
  const [place, setPlace] = useState<Place | null>(null)

  const toast = useCallback<ShowToast>((message) => {
    lastId.current += 1
    setShown({ ...message, id: lastId.current })
  }, [])

  useEffect(() => {
    show = toast
    if (waiting) toast(waiting)
    waiting = null
    return () => {
      show = null
    }
  }, [toast])

  useEffect(() => {
    const element = region.current
    if (!shown || !element) return
    let isOver = false
    let end: (() => void) | undefined
    // Loaded with the first message, because most readers are shown none. Without it the message stays in its corner.
    import('#app/components/ui/toast-place.ts').then(
      ({ keepInFreePlace }) => {
        if (!isOver) end = keepInFreePlace(element, setPlace)
      },
      () => {},
    )
    return () => {
      isOver = true
      end?.()
      setPlace(null)
    }
  }, [shown])

  useEffect(() => {
    if (!shown || paused) return
    const timer = setTimeout(() => setShown(null), shown.durationMs ?? DURATION_MS)
    return () => clearTimeout(timer)
  }, [shown, paused])

  function close() {
    setShown(null)
    setPaused(false)
    if (focusBefore.current instanceof HTMLElement) focusBefore.current.focus({ preventScroll: true })
    focusBefore.current = null
  }

  const destructive = shown?.variant === 'destructive'
  const text = shown && <ToastText key={shown.id} {...shown} />
  return (
    <ToastContext value={toast}>
      {children}
      <section
        ref={region}
        aria-label={regionLabel}
        className="toasts fixed z-50"
        style={place ? { ...place, right: 'auto', bottom: 'auto' } : undefined}
        onMouseEnter={() => setPaused(true)}
        onMouseLeave={() => setPaused(false)}
        onFocus={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) focusBefore.current = event.relatedTarget
          setPaused(true)
        }}
        onBlur={(event) => setPaused(event.currentTarget.contains(event.relatedTarget))}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      >
        <div className={shown ? CARD : ''}>
          {destructive && <CircleAlert size={18} className="mt-px shrink-0 text-red" />}
          <div className="min-w-0 grow">
            <div role="status">{!destructive && text}</div>
            <div role="alert">{destructive && text}</div>
          </div>
          {shown && (
            <button
              type="button"
              aria-label={closeLabel}
              className="-m-1.5 p-1.5 text-soft hover:text-ink"
              onClick={close}
            >
              <X aria-hidden size={18} />
            </button>
          )}
        </div>
      </section>
    </ToastContext>
  )
}

const CARD =
  'night flex animate-rise items-start gap-3 rounded-md border border-line bg-wash p-4 text-ink shadow-float'

function ToastText({ title, description }: ToastMessage) {
  return (
    <>
      <p className="text-sm font-semibold">{title}</p>
      {description && <p className="mt-0.5 text-sm text-soft">{description}</p>}
    </>
  )
}
