import { rm } from 'node:fs/promises'
import { onTestFinished } from 'vitest'
import { type OpenStorage, openStorage } from '#server/supabase/storage/open-storage.ts'
import type { TestDatabase } from './database.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

/** A storage in a folder of its own, until the test ends. */
export async function openTestStorage({ address }: Pick<TestDatabase, 'address'>): Promise<OpenStorage> {
  const folder = createTemporaryFolder('storage')
  const storage = await openStorage({ folder, s3: null, address })
  onTestFinished(async () => {
    await storage.close()
    await rm(folder, { recursive: true, force: true })
  })
  return storage
}
