import type { IncomingMessage, ServerResponse } from 'node:http'

export interface ViteServer {
  /** A module by its path from the root, as its sources and all that it imports are now: the same object until one changes. */
  load<Module>(path: string): Promise<Module>
  /** Calls this from now on after a change of any file, when what was loaded of it is forgotten. */
  onChange(listener: () => void): void
  /** Serves modules and hot updates; hands everything else on. */
  middlewares(request: IncomingMessage, response: ServerResponse, next: () => void): void
  close(): Promise<void>
}

/** Vite in this process, for `npm run dev`: what is loaded is transformed on request and updates while it is edited. */
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
  // Vite would end this process by itself, with the database still running.
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
