import type { IncomingMessage, ServerResponse } from 'node:http'

export interface ViteServer {
  /** A module by its path from the root, from the current sources: the same object until it, or a module it imports, changes. */
  load<Module>(path: string): Promise<Module>
  /** Sets the listener that is called after a file has changed, when its modules are no longer cached. */
  onChange(listener: () => void): void
  /** Serves modules and hot updates; passes every other request on. */
  middlewares(request: IncomingMessage, response: ServerResponse, next: () => void): void
  close(): Promise<void>
}

/** Vite in this process, for `npm run dev`: modules are transformed on request, and updated while they are edited. */
export async function createViteServer(): Promise<ViteServer> {
  let changed = () => {}
  const { createServer } = await import('vite')
  const ours = process.listeners('SIGTERM')
  const vite = await createServer({
    appType: 'custom',
    clearScreen: false,
    server: {
      middlewareMode: true,
      async hotUpdateEnvironments({ environments }, update) {
        await Promise.all(Object.values(environments).map((environment) => update(environment)))
        changed()
      },
    },
  })
  // Vite's own handler would end this process while the database is still running.
  for (const listener of process.listeners('SIGTERM')) {
    if (!ours.includes(listener)) process.off('SIGTERM', listener)
  }
  return {
    load: (path) => vite.ssrLoadModule(path) as Promise<never>,
    onChange(listener) {
      changed = listener
    },
    middlewares: vite.middlewares,
    close: () => vite.close(),
  }
}
