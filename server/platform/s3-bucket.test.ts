import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { openBucket } from '#server/platform/s3-bucket.ts'
import { startUnreliableS3 } from '../../tests/support/s3.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

test('a request that hangs is ended in time or by its caller, also after the garbage collector has run', async () => {
  const s3 = await startUnreliableS3()
  onTestFinished(() => s3.stop())
  s3.misbehave('hang')
  const collecting = setInterval(collectGarbage, 20)
  onTestFinished(() => clearInterval(collecting))
  const bucket = openBucket(s3.config, { answerTimeoutMs: 300, timeoutMs: 300 })
  const upload = { body: Buffer.alloc(1_000_000), type: 'text/plain', sha256: 'UNSIGNED-PAYLOAD' }
  await expect(bucket.read('a')).rejects.toThrow('The bucket pictures has not answered in time.')
  await expect(bucket.put('a', upload)).rejects.toThrow('The bucket pictures has not answered in time.')
  const stopping = new AbortController()
  setTimeout(() => stopping.abort(new Error('It was stopped.')), 100)
  await expect(bucket.put('a', { ...upload, signal: stopping.signal })).rejects.toThrow('It was stopped.')
})
