import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/**
 * The folder of package.json: migrations, the demo's files and what is built lie in it. Asked for by name, because a module does
 * not know where it lies once it is part of a build.
 */
export const ROOT = dirname(findPackageJSON(import.meta.url) ?? '')
