import { rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { ServerAddress } from './database-url.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

/** A statement as it was sent to be prepared; its name is empty for an unnamed one. */
export interface SentStatement {
  user: string
  name: string
  text: string
}

export interface StatementRecord {
  /** The address to connect to instead of PostgreSQL's. */
  address: ServerAddress
  statements: SentStatement[]
  /** The user of each round trip: statements that were sent at once, before anything of the response had come. */
  roundTrips: string[]
  stop(): Promise<void>
}

/** A proxy in front of PostgreSQL that records round trips and the Parse messages of the extended protocol. */
export async function recordStatements(address: ServerAddress): Promise<StatementRecord> {
  const folder = createTemporaryFolder('record')
  const statements: SentStatement[] = []
  const roundTrips: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(socketIn(address.host, address.port))
    const reader = createReader((statement) => statements.push(statement))
    let isAnswered = true
    database.on('data', () => {
      isAnswered = true
    })
    client.on('data', (chunk) => {
      const user = reader(chunk)
      if (isAnswered) roundTrips.push(user)
      isAnswered = false
    })
    client.pipe(database).pipe(client)
    for (const [socket, other] of [[client, database] as const, [database, client] as const]) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(socketIn(folder, address.port), resolve))
  return {
    address: { ...address, host: folder },
    statements,
    roundTrips,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const socketIn = (folder: string, port: number) => join(folder, `.s.PGSQL.${port}`)

/** Splits the messages of a client: the first has no type, all others consist of type, length and content. Returns its user. */
function createReader(onStatement: (statement: SentStatement) => void) {
  let pending = Buffer.alloc(0)
  let user: string | null = null
  return (chunk: Buffer): string => {
    pending = Buffer.concat([pending, chunk])
    for (;;) {
      const typeLength = user === null ? 0 : 1
      if (pending.length < typeLength + 4) return user ?? ''
      const end = typeLength + pending.readInt32BE(typeLength)
      if (pending.length < end) return user ?? ''
      const type = pending.toString('latin1', 0, typeLength)
      const content = pending.subarray(typeLength + 4, end)
      pending = pending.subarray(end)
      if (user === null) user = userOf(content)
      else if (type === 'P') {
        const [name = '', text = ''] = content.toString('utf8').split('\0')
        onStatement({ user, name, text })
      }
    }
  }
}

/** The startup message: the protocol version, then names and values, each ended by NUL. */
function userOf(startup: Buffer): string {
  const words = startup.toString('utf8', 4).split('\0')
  return words[words.indexOf('user') + 1] ?? ''
}
