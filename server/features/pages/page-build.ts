/** The built pages. Only the build, and Vite in development, can load this file. */

export * as routes from 'virtual:react-router/server-build'
export { type RequestContext, type ServerContext, serverContext } from '#app/context.ts'
export { documentOf, isWithoutDatabase } from '#app/document/documents.ts'
export { mirrorPartsOf } from '#app/mirror/mirror-parts.ts'
