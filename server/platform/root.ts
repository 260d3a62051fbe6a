import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/**
 * The folder of package.json, which holds the schema, demo files and builds. It is looked up by the package's own file, because a
 * bundled module does not know where its source is.
 */
export const ROOT = dirname(findPackageJSON(import.meta.url) ?? '')
