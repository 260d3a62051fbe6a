/** The pages as the build, or Vite in development, puts them together; nothing else can load this file. */

export * as routes from 'virtual:react-router/server-build'
export { type RequestContext, type ServerContext, serverContext } from '#app/context.ts'
export { documentOf } from '#app/entry.server.tsx'
