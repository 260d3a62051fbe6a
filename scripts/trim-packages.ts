import { existsSync, globSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Node as it was unpacked, with the headers for compilers (66 MB); the program itself has a second link beside it. */
const UNPACKED_NODE = 'node/node_modules'
const NODE = 'node/bin/node'
/** A package for developers that is not a dependency of any other. */
const BUILDER = '@react-router/dev'
/** Files that only tools for developers read: source maps and types, and the largest sources and tests of packages. */
const FOR_DEVELOPERS = [
  '**/*.{js,cjs,mjs,css,ts,cts,mts}.map',
  '**/*.d.{ts,cts,mts}',
  '{@ai-sdk/*,@fedify/*,zod}/src',
  '{@fedify/*/dist-tests,bintrees/test,harfbuzzjs/test,pino/test,thread-stream/test}',
  // The same code for `require`, which nothing here needs.
  'imapflow/dist/cjs',
]

/** Removes the files of installed packages that no code here reads. Types and source maps stay where developers' packages are. */
export async function trimPackages(folder: string): Promise<void> {
  const unneeded = existsSync(join(folder, NODE)) ? [UNPACKED_NODE] : []
  if (!existsSync(join(folder, BUILDER))) unneeded.push(...globSync(FOR_DEVELOPERS, { cwd: folder }))
  for (const name of unneeded) await rm(join(folder, name), { recursive: true, force: true })
}
