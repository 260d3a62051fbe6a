import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createDataDir } from '#server/database/embedded/create-data-dir.ts'

export interface DataDirLock {
  release(): Promise<void>
}

interface Flag {
  name: string
  hold(): void
  lower(): Promise<void>
}

interface Other {
  name: string
  pid: string | null
  isHolding: boolean
}

const PREFIX = '.lock-'
const RAISING = '.raising'
const ATTEMPTS = 100
const ANSWER_TIMEOUT_MS = 2000

/** Room in `sockaddr_un.sun_path` without the closing zero; macOS has 104 bytes, Linux 108. */
const MAX_SOCKET_PATH_BYTES = 103

/**
 * Makes this process the only one on a data folder until it releases the lock or dies.
 *
 * Each contender raises a flag, a listening socket under a name that nobody else ever uses, and only then looks
 * for the flags of others: of two, the one raised later is certain to see the earlier one. The socket of a dead
 * process refuses connections for ever, so that removing it can never hit a living one.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const folder = resolve(dataDir)
  await createDataDir(folder)
  const alias = await aliasFolder(folder)
  try {
    return await contend(folder, alias.path)
  } finally {
    await alias.remove()
  }
}

async function contend(folder: string, alias: string): Promise<DataDirLock> {
  let flag: Flag | null = null
  let others: Other[] = []
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    flag ??= await raiseFlag(folder, alias)
    if (flag) {
      others = await askOthers(folder, alias, flag)
      if (others.length === 0) {
        flag.hold()
        return { release: flag.lower }
      }
      // Names begin with the time: the oldest contender stays until the others have stepped back.
      const { name } = flag
      const isLost = others.some((other) => other.isHolding || other.name < name)
      if (isLost) {
        await flag.lower()
        flag = null
      }
      if (others.some((other) => other.isHolding)) break
    }
    await delay(5 + Math.random() * 20)
  }
  await flag?.lower()
  const pid = (others.find((other) => other.isHolding) ?? others[0])?.pid
  throw new Error(
    `Another AI Watch${pid ? ` (process ${pid})` : ''} is already running on the data folder ${folder}: stop it, or set another DATA_DIR.`,
  )
}

/** Null when another contender took the socket, which does not listen at its very first, for a dead one. */
async function raiseFlag(folder: string, alias: string): Promise<Flag | null> {
  const name = `${PREFIX}${Date.now().toString(36)}-${randomBytes(4).toString('hex')}`
  let state = 'starting'
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(`${process.pid} ${state}`)
  }).unref()
  await listen(server, join(alias, name + RAISING))
  const lower = async () => {
    await rm(join(folder, name), { force: true })
    server.close()
  }
  try {
    await rename(join(folder, name + RAISING), join(folder, name))
  } catch (error) {
    await lower()
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const hold = () => {
    state = 'holding'
  }
  return { name, hold, lower }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error) => {
      fail(new Error(`No lock can be made in the data folder (${error.message}): set another DATA_DIR.`))
    })
    server.listen(path, () => done())
  })
}

/** The living contenders besides this one; the flags of dead ones are cleared away. */
async function askOthers(folder: string, alias: string, mine: Flag): Promise<Other[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(PREFIX) && name !== mine.name)
  const others = await Promise.all(
    names.map(async (name) => {
      const other = await ask(alias, name)
      if (other === null) await rm(join(folder, name), { force: true })
      // One that is still raising its flag has yet to look, and will see ours.
      return name.endsWith(RAISING) ? null : other
    }),
  )
  return others.filter((other) => other !== null)
}

/** Null when nobody listens there any more. */
function ask(alias: string, name: string): Promise<Other | null> {
  return new Promise((done) => {
    let answer = ''
    const socket = connect(join(alias, name))
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    // It listens, so it lives, even when it is too busy to answer.
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => {
      socket.destroy()
      done({ name, pid: null, isHolding: true })
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const isDead = ['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(error.code ?? '')
      done(isDead ? null : { name, pid: null, isHolding: error.code !== 'ECONNRESET' })
    })
    socket.on('close', () => {
      const [pid, state] = answer.split(' ')
      done({ name, pid: pid || null, isHolding: state === 'holding' })
    })
  })
}

/** A way into the folder that is short enough for a socket's path: the folder itself, or a link to it. */
async function aliasFolder(folder: string): Promise<{ path: string; remove(): Promise<void> }> {
  const longest = join(folder, `${PREFIX}${'0'.repeat(24)}${RAISING}`)
  if (Buffer.byteLength(longest) <= MAX_SOCKET_PATH_BYTES) return { path: folder, remove: async () => {} }
  const base = Buffer.byteLength(tmpdir()) > 40 ? '/tmp' : tmpdir()
  const home = await mkdtemp(join(base, 'ai-watch-'))
  await symlink(folder, join(home, 'd'))
  return { path: join(home, 'd'), remove: () => rm(home, { recursive: true, force: true }) }
}
