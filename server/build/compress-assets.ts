import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** Below this a compressed copy saves less than the header that announces it. */
const MIN_BYTES = 512

/** Puts a `.br` and a `.gz` beside every text file of the build, made once at the best level. */
export async function compressAssets(directory: string): Promise<void> {
  for await (const file of glob('**/*.{js,css,json,svg,txt}', { cwd: directory })) {
    const path = join(directory, file)
    const bytes = await readFile(path)
    if (bytes.length < MIN_BYTES) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    const [br, gz] = await Promise.all([compressBrotli(bytes, { params }), compressGzip(bytes, { level: 9 })])
    await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
  }
}
