const encoder = new TextEncoder()

/** The time after which a response no longer waits for its work, which continues without it. */
export const WAIT_MS = 25_000

/**
 * A JSON response to work that may take minutes. Until it is done a space is sent at intervals, because idle connections are closed, here and by
 * proxies; JSON may begin with spaces. When the work fails, the response is aborted.
 */
export function respondWithKeepAlive(work: Promise<unknown>, { everyMs = 15_000 } = {}): Response {
  let timer: NodeJS.Timeout | undefined
  let isGone = false
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      timer = setInterval(() => controller.enqueue(encoder.encode(' ')), everyMs)
      try {
        const answer = encoder.encode(JSON.stringify(await work))
        if (isGone) return
        controller.enqueue(answer)
        controller.close()
      } catch (error) {
        controller.error(error)
      } finally {
        clearInterval(timer)
      }
    },
    cancel() {
      isGone = true
      clearInterval(timer)
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } })
}
