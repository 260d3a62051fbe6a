import type { Text } from '@codemirror/state'

export interface DebouncedChange {
  /** Called with the text after each change. */
  changed: (text: Text) => void
  /** Calls `tell` now if a change is waiting. */
  flush: () => void
  /** Drops a change that is waiting, because the text has been replaced. */
  forget: () => void
}

/** Calls `tell` with the text a moment after its first change, because making one string of a long text at every key takes time. */
export function debounceChange(tell: (text: string) => void, delayMs: number): DebouncedChange {
  let untold: Text | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function forget() {
    clearTimeout(timer)
    untold = null
  }

  function flush() {
    const text = untold
    forget()
    if (text) tell(text.toString())
  }

  return {
    changed(text) {
      if (!untold) timer = setTimeout(flush, delayMs)
      untold = text
    },
    flush,
    forget,
  }
}
