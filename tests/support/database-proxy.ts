import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { ServerAddress } from './database-url.ts'

/** A network between the site and its database, which can fail. */
interface DatabaseProxy {
  /** For DATABASE_URL. */
  url: string
  /** Nothing arrives on any connection from now on, open or new, and nobody is told. */
  fallSilent(): void
  /** Open connections stay open, but nothing arrives on them any more; new connections work. */
  forget(): void
  /** Connections are closed, and new ones refused. */
  refuse(): Promise<void>
  /** New connections work. Those that were open during the silence stay lost without a word, as behind a router that has forgotten them. */
  restore(): Promise<void>
  close(): Promise<void>
}

export async function startDatabaseProxy(address: ServerAddress): Promise<DatabaseProxy> {
  const { host, port, user, database } = address
  const isFolder = host.startsWith('/')
  let isSilent = false
  const open = new Set<Socket>()
  const server = createServer((client) => {
    keep(client)
    if (isSilent) return void client.pause()
    const upstream = isFolder ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    keep(upstream)
    client.pipe(upstream).pipe(client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })

  function keep(socket: Socket): void {
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
  }

  function forget(): void {
    for (const socket of open) socket.unpipe().pause()
  }

  async function listen(at: number): Promise<number> {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  const proxyPort = await listen(0)
  const stop = async () => {
    if (server.listening) server.close()
    for (const socket of open) socket.destroy()
  }
  return {
    url: `postgres://${user}@127.0.0.1:${proxyPort}/${database}`,
    fallSilent() {
      isSilent = true
      forget()
    },
    forget,
    refuse: stop,
    async restore() {
      isSilent = false
      if (!server.listening) await listen(proxyPort)
    },
    close: stop,
  }
}
