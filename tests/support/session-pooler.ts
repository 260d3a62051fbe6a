import { createServer, connect as open, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { ServerAddress } from './database-url.ts'

/**
 * A pooler in session mode that numbers its connections itself. Like the one of hosted Supabase it is for many servers: a client that logs
 * in as `user.project` becomes `user` of the project, other users are refused, and so are more connections than its pool has. With `waits`
 * it lets them wait instead, like PgBouncer.
 * @returns its address for the same user and database
 */
export async function startSessionPooler(
  address: ServerAddress,
  { size = 100, waits = false } = {},
): Promise<{ url: string; logins: string[] }> {
  const logins: string[] = []
  const sockets = new Set<Socket>()
  let taken = 0
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => {}).on('close', () => sockets.delete(client))
    client.once('data', (startup) => {
      const login = /user\0([^\0]*)\0/.exec(startup.toString('latin1'))?.[1] ?? ''
      logins.push(login)
      if (login !== `${address.user}.project`) return client.end(refusal('Tenant or user not found'))
      if (taken >= size) {
        if (waits) return
        return client.end(refusal(`(EMAXCONNSESSION) max clients are limited to pool_size: ${size}`))
      }
      taken++
      client.on('close', () => taken--)
      const upstream = open(`${address.host}/.s.PGSQL.${address.port}`)
      upstream.on('error', () => {}).on('close', () => client.destroy())
      client.on('close', () => upstream.destroy())
      upstream.write(renamed(startup, login, address.user))
      client.pipe(upstream)
      const number = logins.length
      upstream.on('data', (data) => client.write(renumbered(data, number))).on('end', () => client.end())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return { url: `postgres://${address.user}.project@127.0.0.1:${port}/${address.database}`, logins }
}

/** The message with which a client begins, with another user. Its first four bytes are its length. */
function renamed(startup: Buffer, login: string, user: string): Buffer {
  const message = Buffer.from(
    startup.toString('latin1').replace(`user\0${login}\0`, `user\0${user}\0`),
    'latin1',
  )
  message.writeInt32BE(message.length)
  return message
}

/** The message BackendKeyData, which comes in one piece with the answer to a login, with another process id. */
function renumbered(data: Buffer, number: number): Buffer {
  const at = data.indexOf('K\0\0\0\x0c', 0, 'latin1')
  if (at >= 0 && data.indexOf('Z\0\0\0\x05', at, 'latin1') === at + 13) data.writeInt32BE(number, at + 5)
  return data
}

function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0CXX000\0M${message}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
