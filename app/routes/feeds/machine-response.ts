/** A response for programs. `lastChange` is the last change of its content, if that is known; `links` are its header Link. */
export function machineResponse(
  body: string,
  { type, lastChange, links }: { type: string; lastChange?: Date | null; links?: string },
): Response {
  const headers = new Headers({ 'content-type': type })
  if (lastChange) headers.set('last-modified', lastChange.toUTCString())
  if (links) headers.set('link', links)
  return new Response(body, { headers })
}

export function machineNotFound(): Response {
  return new Response('Not found\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}

/** Several addresses that the one asked for may mean, one a line. */
export function machineChoices(urls: string[]): Response {
  return new Response(`${urls.join('\n')}\n`, {
    status: 300,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}
