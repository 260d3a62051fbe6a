import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** The server's treatment of its clients. */
export type ImapBehaviour =
  | { kind: 'serve' }
  /** Refuses every login. */
  | { kind: 'refuse-login' }
  /** Announces so many bytes for each mail, and sends them. */
  | { kind: 'oversize'; bytes: number }

export interface ImapServer {
  port: number
  user: string
  password: string
  /** The commands of all clients, without their tags, logins without their secret. */
  commands: string[]
  /** The bytes of mails that were sent. */
  sentBytes(): number
  /** A new mail, which clients that wait are told of. */
  deliver(mail: string): number
  /** Renumbers all mails from the beginning, as after the mailbox was made anew. */
  renumber(): void
  behave(behaviour: ImapBehaviour): void
  /** Closes all connections without a word. */
  cut(): void
  close(): Promise<void>
}

interface StoredMail {
  uid: number
  text: () => string
}

/**
 * A small IMAP server (RFC 3501) with one mailbox, which knows what a reader of new mail asks. It has `mails` equal mails at the beginning,
 * which take no memory.
 */
export async function startImapServer({
  mails = 0,
  text = 'Subject: News\r\n\r\nHello.\r\n',
  hasIdle = true,
  since = mails,
}: {
  mails?: number
  text?: string
  hasIdle?: boolean
  /** The number of recent ones among them. */
  since?: number
} = {}): Promise<ImapServer> {
  let behaviour: ImapBehaviour = { kind: 'serve' }
  let uidValidity = 1
  let stored: StoredMail[] = Array.from({ length: mails }, (_, index) => ({
    uid: index + 1,
    text: () => text,
  }))
  let recentFrom = mails - since
  let sent = 0
  const commands: string[] = []
  const open = new Map<Socket, { idleTag: string | null }>()

  function answer(socket: Socket, line: string): unknown {
    const say = (...lines: string[]) => socket.write(lines.map((one) => `${one}\r\n`).join(''))
    const session = open.get(socket)
    if (!session) return null
    if (session.idleTag !== null && line === 'DONE') {
      say(`${session.idleTag} OK done`)
      session.idleTag = null
      return null
    }
    const [tag = '*', ...words] = line.split(' ')
    const command = words.join(' ')
    const name = (words[0] === 'UID' ? `UID ${words[1]}` : (words[0] ?? '')).toUpperCase()
    commands.push(name === 'LOGIN' ? name : command)
    const ok = (...lines: string[]) => say(...lines, `${tag} OK done`)
    switch (name) {
      case 'CAPABILITY':
        return ok(`* CAPABILITY IMAP4rev1${hasIdle ? ' IDLE' : ''}`)
      case 'LOGIN': {
        const isRight =
          command === `LOGIN "${server.user}" "${server.password}"` ||
          command === `LOGIN ${server.user} ${server.password}`
        return isRight && behaviour.kind !== 'refuse-login'
          ? ok()
          : say(`${tag} NO [AUTHENTICATIONFAILED] wrong`)
      }
      case 'LIST':
      case 'LSUB':
        return ok(`* ${name} (\\HasNoChildren) "/" INBOX`)
      case 'SELECT':
      case 'EXAMINE':
        if (!/INBOX"?$/i.test(command)) return say(`${tag} NO there is no such folder`)
        return ok(
          `* ${stored.length} EXISTS`,
          '* FLAGS (\\Seen)',
          `* OK [UIDVALIDITY ${uidValidity}]`,
          `* OK [UIDNEXT ${(stored.at(-1)?.uid ?? 0) + 1}]`,
        )
      case 'UID SEARCH': {
        const from = Number(/UID (\d+):\*/.exec(command)?.[1] ?? 0)
        const found = /SINCE/.test(command)
          ? stored.slice(recentFrom)
          : stored.filter(({ uid }, index) => uid >= from || index === stored.length - 1)
        return ok(`* SEARCH ${found.map(({ uid }) => uid).join(' ')}`)
      }
      case 'UID FETCH': {
        const wanted = uidsIn(words[2] ?? '')
        const most = Number(/<0\.(\d+)>/.exec(command)?.[1] ?? Number.POSITIVE_INFINITY)
        for (const [index, { uid, text: read }] of stored.entries()) {
          if (!wanted.has(uid)) continue
          const whole = Buffer.from(read())
          const part =
            behaviour.kind === 'oversize' ? Buffer.alloc(behaviour.bytes, 'x') : whole.subarray(0, most)
          sent += part.length
          socket.write(`* ${index + 1} FETCH (UID ${uid} BODY[]<0> {${part.length}}\r\n`)
          socket.write(part)
          socket.write(')\r\n')
        }
        return ok()
      }
      case 'IDLE':
        session.idleTag = tag
        return say('+ idling')
      case 'LOGOUT':
        say('* BYE', `${tag} OK bye`)
        return socket.end()
      default:
        return ok()
    }
  }

  const listener = createServer((socket) => {
    open.set(socket, { idleTag: null })
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    let rest = ''
    socket.on('data', (data) => {
      const lines = `${rest}${data.toString('latin1')}`.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) answer(socket, line)
    })
    socket.write('* OK ready\r\n')
  })
  const server: ImapServer = {
    port: 0,
    user: 'bounces',
    password: 'a password of a mailbox',
    commands,
    sentBytes: () => sent,
    deliver(mail) {
      const uid = (stored.at(-1)?.uid ?? 0) + 1
      stored.push({ uid, text: () => mail })
      for (const [socket, { idleTag }] of open)
        if (idleTag !== null) socket.write(`* ${stored.length} EXISTS\r\n`)
      return uid
    },
    renumber() {
      uidValidity += 1
      stored = stored.map(({ text: read }, index) => ({ uid: index + 1, text: read }))
      recentFrom = 0
    },
    behave(next) {
      behaviour = next
    },
    cut() {
      for (const socket of open.keys()) socket.destroy()
    },
    async close() {
      server.cut()
      listener.close()
      await once(listener, 'close')
    },
  }
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  server.port = (listener.address() as AddressInfo).port
  return server
}

/** The numbers in a list such as "1:3,7". */
function uidsIn(list: string): Set<number> {
  return new Set(
    list.split(',').flatMap((range) => {
      const [from = 0, to = from] = range.split(':').map(Number)
      return Array.from({ length: to - from + 1 }, (_, index) => from + index)
    }),
  )
}
