/** The built pages. Only the build, and Vite in development, can load this file. */

export * as routes from 'virtual:react-router/server-build'
export { type RequestContext, type ServerContext, serverContext } from '#app/context.ts'
export { contentSecurityPolicy } from '#app/document/content-security-policy.ts'
export { documentOf, isWithoutDatabase } from '#app/entry.server.tsx'
export { writeMirrorScript } from '#app/mirror/write-mirror-script.ts'
