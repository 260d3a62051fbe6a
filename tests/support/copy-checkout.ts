import { cp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '#server/platform/root.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

const PARTS = ['app', 'core', 'public', 'scripts', 'server', 'supabase']
const FILES = [
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
]

export interface Checkout {
  path: string
  /** Replaces the first occurrence of a text in a source file. The returned function undoes it. */
  edit(file: string, from: string, to: string): Promise<() => Promise<void>>
  /** Updates the modification time of a file. */
  touch(file: string): Promise<void>
  remove(): Promise<void>
}

/** A copy of the sources that a test can edit and build, and of `more` files; it uses the packages of this checkout. */
export async function copyCheckout(more: string[] = []): Promise<Checkout> {
  const path = createTemporaryFolder('checkout')
  await Promise.all(
    [...PARTS, ...FILES, ...more].map((name) => cp(join(ROOT, name), join(path, name), { recursive: true })),
  )
  await symlink(join(ROOT, 'node_modules'), join(path, 'node_modules'))
  return {
    path,
    async edit(file, from, to) {
      const text = await readFile(join(path, file), 'utf8')
      if (!text.includes(from)) throw new Error(`${file} does not say ${from}`)
      await writeFile(
        join(path, file),
        text.replace(from, () => to),
      )
      return () => writeFile(join(path, file), text)
    },
    async touch(file) {
      const now = new Date()
      await utimes(join(path, file), now, now)
    },
    remove: () => rm(path, { recursive: true, force: true }),
  }
}
