import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Build } from '#server/build/builds.ts'
import { NODE_FLAGS } from '#server/platform/process/child-process.ts'
import { ROOT } from '#server/platform/root.ts'
import type { Beginning, FromProcess, ToProcess } from '#server/supervisor/messages.ts'
import type { Serving } from '#server/supervisor/open-front.ts'

const ASK_MS = 2_000
/** Unanswered questions in a row, not seconds: a suspended machine asks none. */
const MOST_UNANSWERED = 10
/** The limit until the first answer, while a process loads its program. */
const MOST_AT_FIRST = 60

/** The longest silence of a process, in words. */
const SILENCE = `${(ASK_MS * MOST_UNANSWERED) / 1000} seconds`

/** The time after which a stopping process is killed: it needs at most 10 seconds for requests or 5 for jobs. */
const STOP_MS = 15_000
/** The time after which a retiring process is ended even if clients are still connected. */
const RETIRE_MS = 150_000
/** The memory that the processes share for their data, and the least that each of them needs. */
const HEAP_MEGABYTES = { all: 3072, each: 512 }

/** The reason why a process gave up its start. */
export class StartError extends Error {
  readonly isDatabaseAway: boolean

  constructor(message: string, { isDatabaseAway }: { isDatabaseAway: boolean }) {
    super(message)
    this.isDatabaseAway = isDatabaseAway
  }
}

/** A process of the site, as its supervisor sees it. */
export interface SiteProcess extends Serving {
  name: string
  pid: number
  /** Resolves when it is ready; rejects with the reason if it ends before. */
  ready: Promise<{ mailGoes: string }>
  /** Resolves with the reason of its end. */
  ended: Promise<string>
  send(message: ToProcess): void
  /** Returns what ends the listening. */
  onMessage(listener: (message: FromProcess) => void): () => void
  /** Stops it; requests get a few seconds. */
  stop(): Promise<void>
  /** Ends it without a refused or cut request, once nothing more is handed to it. */
  retire(): Promise<void>
}

/** Starts a process of a build. Secrets reach it by a message, because other users can read the arguments of a process. */
export function startProcess(build: Build, beginning: Beginning): SiteProcess {
  const child = fork(join(ROOT, 'server/main.ts'), ['--process', beginning.role, build.folder], {
    env: environmentFor(build),
    execArgv: flagsFor(beginning.processes),
  })
  child.on('error', () => {})
  // Several questions for metrics may be under way.
  child.setMaxListeners(0)
  const send = (message: ToProcess) => {
    if (child.connected) child.send(message, () => {})
  }
  let isHung = false
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      resolve(isHung ? `it was silent for ${SILENCE}` : (signal ?? `exit code ${code}`))
    })
    if (child.pid === undefined) child.once('error', (error) => resolve(error.message))
  })

  noticeHang(child, () => {
    isHung = true
    child.kill('SIGKILL')
  })

  async function endBy(message: ToProcess, withinMs: number): Promise<void> {
    send(message)
    const late = new AbortController()
    const kill = async () => {
      await delay(withinMs, undefined, late)
      child.kill('SIGKILL')
    }
    kill().catch(() => {})
    await ended
    late.abort()
  }

  send({ kind: 'begin', with: beginning })
  return {
    name: beginning.name,
    pid: child.pid ?? 0,
    ready: untilReady(child, ended),
    ended,
    send,
    onMessage(listener) {
      child.on('message', listener)
      return () => child.off('message', listener)
    },
    take: handOverTo(child),
    stop: () => endBy({ kind: 'stop' }, STOP_MS),
    retire: () => endBy({ kind: 'retire' }, RETIRE_MS),
  }
}

async function untilReady(child: ChildProcess, ended: Promise<string>): Promise<{ mailGoes: string }> {
  let failure: StartError | undefined
  const ready = new Promise<{ mailGoes: string }>((resolve) => {
    child.on('message', (message: FromProcess) => {
      if (message.kind === 'ready') resolve({ mailGoes: message.mailGoes })
      if (message.kind === 'failed') failure = new StartError(message.reason, message)
    })
  })
  const failed = ended.then((how) => {
    throw failure ?? new Error(`A process of the site ended during its start (${how}).`)
  })
  // The caller may wait for something else first.
  failed.catch(() => {})
  return Promise.race([ready, failed])
}

/**
 * The environment of this process. The code that Node has compiled is stored beside the build: without the library that reads TypeScript a
 * process takes some 15 MB less, and starts sooner. Where the folder cannot be written, Node does without.
 */
function environmentFor({ folder }: Build): NodeJS.ProcessEnv {
  // The object has no prototype, because Node passes on inherited properties too.
  const environment: NodeJS.ProcessEnv = Object.assign(Object.create(null), process.env)
  environment.NODE_COMPILE_CACHE ??= join(folder, 'compiled')
  return environment
}

/** The flags of this process, with less memory for each of several. */
function flagsFor(processes: number): string[] {
  const { all, each } = HEAP_MEGABYTES
  const size = '--max-old-space-size='
  const kept = process.execArgv.filter((flag) => !flag.startsWith(size) && !NODE_FLAGS.includes(flag))
  return [...NODE_FLAGS, ...kept, `${size}${Math.max(each, Math.floor(all / (processes + 1)))}`]
}

/**
 * Asks a process again and again whether it works, and calls back once it has been silent for too long: its event loop is blocked, or
 * it was stopped, so that neither its clients nor its channel would ever tell.
 */
function noticeHang(child: ChildProcess, onHang: () => void): void {
  let unanswered = 0
  let most = MOST_AT_FIRST
  child.on('message', ({ kind }: FromProcess) => {
    if (kind !== 'alive') return
    unanswered = 0
    most = MOST_UNANSWERED
  })
  const asking = setInterval(() => {
    if (!child.connected) return
    unanswered += 1
    if (unanswered > most) {
      clearInterval(asking)
      onHang()
    } else child.send({ kind: 'is alive' } satisfies ToProcess, () => {})
  }, ASK_MS)
  child.once('exit', () => clearInterval(asking))
  asking.unref()
}

/**
 * Hands connections to a child process. Node would never close those that were on their way to a process that ended, so this process
 * keeps a copy of each until it has arrived.
 */
export function handOverTo(child: ChildProcess): Serving['take'] {
  return (socket, onTaken) => {
    const fail = () => end(new Error('It has ended'))
    let isOver = false
    function end(error: Error | null): void {
      if (isOver) return
      isOver = true
      child.off('exit', fail)
      // Closes the copy of this process only.
      socket.destroy()
      onTaken(error)
    }
    if (!child.connected) return fail()
    child.once('exit', fail)
    const failed = (error: Error | null) => error && end(error)
    child.send({ kind: 'connection' } satisfies ToProcess, socket, { keepOpen: true }, failed)
    // Node sends nothing more until the child has confirmed the connection.
    child.send({ kind: 'arrived' } satisfies ToProcess, end)
  }
}
