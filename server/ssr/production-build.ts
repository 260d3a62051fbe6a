import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'

/** Where the built pages and their assets are. */
export const BUILD_DIR = join(import.meta.dirname, '../../build')

/** The build that `ensureBuild` left, loaded once. */
export function loadProductionBuild(): Promise<ServerBuild> {
  return import(pathToFileURL(join(BUILD_DIR, 'server/index.js')).href) as Promise<ServerBuild>
}
