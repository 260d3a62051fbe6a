import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'

/** Where the built pages and their assets are. */
export const BUILD_DIR = join(import.meta.dirname, '../../build')
/** What browsers may fetch of it. */
export const CLIENT_DIR = join(BUILD_DIR, 'client')
/** Where those of them come from that no build changes. */
export const PUBLIC_DIR = join(import.meta.dirname, '../../public')

let build: Promise<ServerBuild> | undefined

/** The build that `ensureBuild` left, loaded once. */
export function loadProductionBuild(): Promise<ServerBuild> {
  build ??= import(pathToFileURL(join(BUILD_DIR, 'server/index.js')).href) as Promise<ServerBuild>
  return build
}
