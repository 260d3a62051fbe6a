import { createServer, get } from 'node:http'

/** `node bare-server.ts PORT URL`: serves the response of URL, compressed with Brotli, to every request. */
const [port, url = ''] = process.argv.slice(2)

get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
  const chunks: Buffer[] = []
  response.on('data', (chunk) => chunks.push(chunk))
  response.on('end', () => {
    const body = Buffer.concat(chunks)
    const headers = {
      'content-type': response.headers['content-type'],
      'content-encoding': response.headers['content-encoding'],
      'content-length': body.length,
    }
    createServer((_request, response) => response.writeHead(200, headers).end(body)).listen(
      Number(port),
      '127.0.0.1',
    )
  })
})
