import type { Text } from '@codemirror/state'

export interface LateTeller {
  /** The text is like this now. */
  changed: (text: Text) => void
  /** Tells at once what has not been told. */
  flush: () => void
  /** What has not been told is not true any more. */
  forget: () => void
}

/** Tells what a text has become some time after its first change, because putting a long one together at every key takes time. */
export function tellLater(tell: (text: string) => void, delayMs: number): LateTeller {
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
