import { jsonParser, type Token } from 'stream-json/core/parser.js'
import { type JsonRecord, RecordReader } from '#server/platform/documents/json/record-reader.ts'

export class BrokenJson extends Error {
  constructor(options?: ErrorOptions) {
    super('The JSON ends early, or is none.', options)
    this.name = 'BrokenJson'
  }
}

/**
 * Reads a stream of JSON of any size, and yields the values at the paths that `isRecord` chooses. Of all else nothing is kept. A value
 * of more than `maxLength` characters is not kept either.
 * @throws BrokenJson
 */
export async function* readJson(
  bytes: AsyncIterable<Uint8Array>,
  options: { isRecord: (path: readonly string[]) => boolean; maxLength: number },
): AsyncIterable<JsonRecord> {
  const reader = new RecordReader(options)
  const parse = jsonParser({ packValues: false, streamValues: true })
  const decoder = new TextDecoder()
  const read = (text: string): Iterable<Token> => {
    try {
      const result: unknown = parse(text)
      return typeof result === 'object' && result !== null ? (result as { values: Token[] }).values : []
    } catch (cause) {
      throw new BrokenJson({ cause })
    }
  }
  for await (const part of bytes) {
    for (const token of read(decoder.decode(part, { stream: true }))) {
      const record = reader.read(token)
      if (record) yield record
      // No export is so deep, and the parser remembers each level.
      if (reader.depth > 1_000) throw new BrokenJson()
    }
  }
  if (!reader.isDone) throw new BrokenJson()
}
