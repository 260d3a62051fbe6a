/** Signs in anew over the page that is open, so that nothing on it is lost. */
export interface SessionRenewal {
  /** A page that can ask is open, in the name of this administrator. Answers how to take that back. */
  offer(email: string): () => void
  /** Whose session can be renewed over the page that is open. Null when none is. */
  offeredTo(): string | null
  /** Settles once there is a session again; never, when somebody leaves the page instead. */
  ask(): Promise<void>
  /** There is a session again. */
  complete(): void
  isAsking(): boolean
  subscribe(listener: () => void): () => void
}

export function createSessionRenewal(): SessionRenewal {
  const listeners = new Set<() => void>()
  let email: string | null = null
  let asked: PromiseWithResolvers<void> | null = null

  function change(next: typeof asked) {
    asked = next
    for (const listener of listeners) listener()
  }

  return {
    offer(to) {
      email = to
      return () => {
        email = null
        change(null)
      }
    },
    offeredTo: () => email,
    ask() {
      if (!asked) change(Promise.withResolvers<void>())
      return asked?.promise ?? Promise.resolve()
    },
    complete() {
      const done = asked
      change(null)
      done?.resolve()
    },
    isAsking: () => asked !== null,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The one of this browser tab: the guard and forms ask, the layout of the admin area answers. */
export const sessionRenewal = createSessionRenewal()
