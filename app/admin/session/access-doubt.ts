/** Whether it is known that something about the own role has changed, or only suspected because a request was refused. */
export type Doubt = 'changed' | 'refused'

type Listener = (doubt: Doubt) => void

const listeners = new Set<Listener>()

/** Says that what the signed-in member may do may have changed. */
export function doubtAccess(doubt: Doubt): void {
  for (const listener of listeners) listener(doubt)
}

/** Returns a function that unsubscribes. */
export function onAccessDoubt(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
