import type { Text } from '@codemirror/state'

export interface DebouncedChange {
  /** To be called with the text after each change. */
  changed: (text: Text) => void
  /** Calls the callback now if a change is pending. */
  flush: () => void
  /** Drops a pending change, because the text has been replaced. */
  cancel: () => void
}

/** Calls back with the text `delayMs` after its first change, because making a string of a long text at every key would delay typing. */
export function debounceChange(callback: (text: string) => void, delayMs: number): DebouncedChange {
  let pending: Text | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function cancel() {
    clearTimeout(timer)
    pending = null
  }

  function flush() {
    const text = pending
    cancel()
    if (text) callback(text.toString())
  }

  return {
    changed(text) {
      if (!pending) timer = setTimeout(flush, delayMs)
      pending = text
    },
    flush,
    cancel,
  }
}
