const PREFIX = 'article-form:'

/** Tells other tabs of this browser that a form is open here. Returns a function that takes it back. */
export function holdForm(copyId: string): () => void {
  const released = Promise.withResolvers<void>()
  // Only pages with TLS have locks; elsewhere a form that is open in another tab is offered like any other.
  void navigator.locks?.request(PREFIX + copyId, () => released.promise)
  return () => released.resolve()
}

/** The forms that are open in this browser. */
export async function heldForms(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? name.slice(PREFIX.length) : [])))
}
