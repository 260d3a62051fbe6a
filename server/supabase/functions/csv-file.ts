import { csvLine } from '#core/csv.ts'

/** A file of which each batch of lines is read when the client reads on; no lines end it. */
export function csvFile(
  name: string,
  columns: readonly string[],
  readLines: () => Promise<string>,
): Response {
  const encoder = new TextEncoder()
  const stream = new ReadableStream(
    {
      start: (controller) => controller.enqueue(encoder.encode(`\uFEFF${csvLine(columns)}`)),
      async pull(controller) {
        const lines = await readLines()
        if (lines === '') controller.close()
        else controller.enqueue(encoder.encode(lines))
      },
    },
    { highWaterMark: 1 },
  )
  return new Response(stream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}
