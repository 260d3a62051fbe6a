/** Renews a session over the open page, so that nothing on it is lost. */
export interface SessionRenewal {
  /** Registers the open page of this administrator as one that can ask for the password. Returns a function that unregisters it. */
  offer(email: string): () => void
  /** The e-mail address of the administrator whose page is registered; null when there is none. */
  offeredTo(): string | null
  /** Asks for the password. Resolves when there is a session again, and never when the page is left instead. */
  ask(): Promise<void>
  /** To be called when there is a session again. */
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

/** The instance of this browser tab: the guard and forms call `ask`, the layout of the admin area shows the dialog. */
export const sessionRenewal = createSessionRenewal()
