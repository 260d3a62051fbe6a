import { chmod, mkdir } from 'node:fs/promises'

/** Makes a folder that everybody may enter whatever the umask; one that exists already stays as it is. */
export async function createOpenFolder(path: string): Promise<void> {
  if (await mkdir(path, { recursive: true })) await chmod(path, 0o755)
}
