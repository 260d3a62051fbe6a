/*
 * The server's data about a response. A document is not the body of its response, which would be copied, checked and turned into text on
 * the way.
 */

const documents = new WeakMap<Response, Buffer<ArrayBuffer>>()
const withoutDatabase = new WeakSet<Request>()

/** Makes the response that has this document. */
export function respondWith(document: Buffer<ArrayBuffer>, init: ResponseInit): Response {
  const response = new Response(null, init)
  response.headers.set('content-type', 'text/html; charset=utf-8')
  documents.set(response, document)
  return response
}

export function documentOf(response: Response): Buffer<ArrayBuffer> | undefined {
  return documents.get(response)
}

/** Notes that the page, feed or data could not be made because the database could not be reached. */
export function noteWithoutDatabase(request: Request): void {
  withoutDatabase.add(request)
}

export function isWithoutDatabase(request: Request): boolean {
  return withoutDatabase.has(request)
}
