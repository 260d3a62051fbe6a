import type { IncomingMessage, ServerResponse } from 'node:http'

export interface ViteServer {
  /** A module by its path from the root, as its sources and all that it imports are now: the same object until one changes. */
  load<Module>(path: string): Promise<Module>
  /** Serves modules and hot updates; hands everything else on. */
  middlewares(request: IncomingMessage, response: ServerResponse, next: () => void): void
  close(): Promise<void>
}

/**
 * Vite in this process, for `npm run dev`: what is loaded is transformed on request and updates while it is edited. `onChange` is
 * called after a change of any file, when what was loaded of it is forgotten.
 */
export async function createViteServer(onChange: () => void): Promise<ViteServer> {
  const { createServer } = await import('vite')
  const ours = process.listeners('SIGTERM')
  const vite = await createServer({
    appType: 'custom',
    clearScreen: false,
    server: {
      middlewareMode: true,
      async hotUpdateEnvironments({ environments }, update) {
        await Promise.all(Object.values(environments).map((environment) => update(environment)))
        onChange()
      },
    },
  })
  // Vite would end this process by itself, with the database still running.
  for (const listener of process.listeners('SIGTERM')) {
    if (!ours.includes(listener)) process.off('SIGTERM', listener)
  }
  return {
    load: (path) => vite.ssrLoadModule(path) as Promise<never>,
    middlewares: vite.middlewares,
    close: () => vite.close(),
  }
}
