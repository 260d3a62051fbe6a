import { createHash, randomUUID } from 'node:crypto'
import { access, constants, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Finding, ok, problem } from '#server/platform/checks/check.ts'
import type { Config } from '#server/platform/config.ts'
import { inPlainWords } from '#server/platform/faults/describe-failure.ts'
import { createS3Backend } from '#server/supabase/storage/backends/s3-backend.ts'
import type { StorageBackend } from '#server/supabase/storage/backends/storage-backend.ts'

const TEXT = 'A file that checks whether files can be stored. It can be deleted.'

/** Checks that files can be stored, read and removed. In a folder nothing is written, because another user may run this. */
export async function checkStorage({ s3, storageDir }: Pick<Config, 's3' | 'storageDir'>): Promise<Finding> {
  if (s3) return checkBucket(createS3Backend(s3))
  const error = await access(storageDir, constants.R_OK | constants.W_OK | constants.X_OK).catch(
    (error) => error,
  )
  return error
    ? problem(
        `${storageDir} cannot be used: ${inPlainWords(error)}.`,
        'Start the site once, or let its user write there.',
      )
    : ok(`Files are stored in ${storageDir}.`)
}

async function checkBucket(backend: StorageBackend): Promise<Finding> {
  const folder = await mkdtemp(join(tmpdir(), 'ai-watch-'))
  const file = randomUUID()
  try {
    const path = join(folder, file)
    await writeFile(path, TEXT)
    const sha256 = createHash('sha256').update(TEXT).digest('hex')
    await backend.put(file, { path, size: TEXT.length, sha256, type: 'text/plain' })
    const stream = await backend.read(file)
    const text = stream && (await buffer(stream)).toString()
    await backend.remove(file)
    if (text !== TEXT)
      return problem(
        'The bucket does not give back what was stored.',
        'Use a storage that speaks the protocol of S3.',
      )
    return ok(`Files are stored in ${backend.description}.`)
  } catch (error) {
    return problem(
      `Files cannot be stored in ${backend.description}: ${error instanceof Error ? error.message : error}`,
      'Look at S3_ENDPOINT, S3_BUCKET and the key, which needs GetObject, PutObject and DeleteObject.',
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
