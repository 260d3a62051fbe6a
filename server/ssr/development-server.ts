import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerBuild } from 'react-router'

export interface DevelopmentServer {
  loadBuild(): Promise<ServerBuild>
  /** Serves modules and hot updates; hands everything else on. */
  middlewares(request: IncomingMessage, response: ServerResponse, next: () => void): void
  close(): Promise<void>
}

/** Vite in this process, for `npm run dev`: pages are transformed on request and update while they are edited. */
export async function createDevelopmentServer(): Promise<DevelopmentServer> {
  const { createServer } = await import('vite')
  const ours = process.listeners('SIGTERM')
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  // Vite would end this process by itself, with the database still running.
  for (const listener of process.listeners('SIGTERM')) {
    if (!ours.includes(listener)) process.off('SIGTERM', listener)
  }
  return {
    loadBuild: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    middlewares: vite.middlewares,
    close: () => vite.close(),
  }
}
