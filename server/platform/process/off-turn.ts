import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { LRUCache } from 'lru-cache'
import { createProcessPool } from '#server/platform/process/process-pool.ts'
import { ROOT } from '#server/platform/root.ts'

/** Run from its source, because it is not part of the server's build. */
const TEXT_PROCESS = pathToFileURL(join(ROOT, 'server/platform/process/text-process.ts'))
const PROCESSES = 2
const FLAGS = ['--max-old-space-size=384', '--max-semi-space-size=8']
/** The limit is by the clock: on a busy machine a megabyte takes several times as long as its processor time. */
const TIMEOUT_MS = 300_000

/** Work on fewer bytes is done in the turn of its caller, which takes 40 ms at most: starting a process takes longer. */
const SHORT_BYTES = 4_000
/** Writing HTML takes a sixth of the time of comparing and checking, and readers wait for it. */
const SHORT_BYTES_TO_WRITE = 16_000
const WRITES_HTML = /^core\/(?:markdown|feeds)\//
/** The time for such work in one turn of the event loop, however many texts there are. */
const TURN_MS = 20
const LONG_RESULT_BYTES = 64 * 1024
/** The most tasks of one caller at a time. Each holds a text of up to a megabyte in memory. */
const MOST_OF_ONE = 5
/** Results that are known for the same texts, such as the HTML of 600 articles. */
const REMEMBERED_BYTES = 16 * 1024 * 1024

/** The bytes of the function that is called, by its module and name, and of its arguments. */
export interface TextTask {
  place: string
  args: Uint8Array
}

/** A caller has too much under way already. */
export class TooMuchAtOnce extends Error {
  override name = 'TooMuchAtOnce'
  constructor() {
    super('Other texts of yours are still being worked through. Please try again in a moment.')
  }
}

const pool = createProcessPool<TextTask, Uint8Array>({
  module: TEXT_PROCESS,
  processes: PROCESSES,
  flags: FLAGS,
  taskTimeoutMs: TIMEOUT_MS,
})
const remembered = new LRUCache<string, Uint8Array>({
  maxSize: REMEMBERED_BYTES,
  maxEntrySize: REMEMBERED_BYTES / 2,
  sizeCalculation: ({ byteLength }, key) => byteLength + key.length,
})
const underWay = new Map<string, Promise<Uint8Array>>()
const lines = new Map<string, { count: number; last: Promise<unknown> }>()
const callers = new AsyncLocalStorage<{ name: string; most: number }>()

/**
 * Does something for a caller, such as a token: of all its texts, one is worked through at a time. A caller whose own number is bounded, such
 * as a job, may have any number of texts waiting.
 */
export function onBehalfOf<T>(name: string, work: () => T, most = MOST_OF_ONE): T {
  return callers.run({ name, most }, work)
}

/**
 * Calls a function that works through a text that somebody else has chosen, so that no turn of the event loop takes as long as that text
 * wants: a short one in slices of turns, a long one in another process, once for each caller and twice for all. Results for the same
 * arguments are cached. `place` names the function: the path of its module from the root, # and its name. It depends on its arguments
 * alone, and they and its result are plain data.
 * @throws TooMuchAtOnce, and an error with the same message as that of the function
 */
export async function offTurn<Args extends unknown[], Result>(
  place: string,
  work: (...args: Args) => Result | Promise<Result>,
  ...args: Args
): Promise<Result> {
  const bytes = serialize(args)
  const key = keyOf(place, bytes)
  const known = remembered.get(key)
  if (known) return readResult(known)
  const short = WRITES_HTML.test(place) ? SHORT_BYTES_TO_WRITE : SHORT_BYTES
  if (bytes.byteLength > short) return readResult(await shared(key, async () => ({ place, args: bytes })))
  const result = await inThisTurn(() => work(...args))
  remembered.set(key, serialize(result))
  return result
}

/**
 * The same for arguments that have to be read first, in another process however short they are: a caller waits in its line before that, and
 * no more are held at once than are worked through. The result is cached for `version`, which names everything that it depends on.
 */
export async function offTurnOf<Args extends unknown[], Result>(
  place: string,
  _work: (...args: Args) => Result,
  version: unknown,
  read: () => Promise<Args>,
): Promise<Result> {
  const key = keyOf(place, serialize(version))
  const own = () => shared(key, async () => ({ place, args: serialize(await read()) }))
  // The first caller may be refused data that this one may read.
  const made = remembered.get(key) ?? underWay.get(key)?.catch(own) ?? own()
  return readResult(await made)
}

/** Like offTurn, but in another process however short the text is, for one that was made to harm. */
export async function inTextProcess<Args extends unknown[], Result>(
  place: string,
  _work: (...args: Args) => Result,
  args: Args,
  { timeoutMs }: { timeoutMs: number },
): Promise<Result> {
  const task = { place, args: serialize(args) }
  return deserialize(await inLine(() => pool.run(async () => task, { timeoutMs })))
}

/** A long result begins a turn, because its caller goes through all of it, and others that are known may come next. */
async function readResult<Result>(bytes: Uint8Array): Promise<Result> {
  if (bytes.byteLength > LONG_RESULT_BYTES) await nextTurn()
  return deserialize(bytes)
}

const keyOf = (place: string, bytes: Uint8Array) =>
  createHash('sha256').update(place).update('\0').update(bytes).digest('base64')

/** A second caller of the same task waits for the same result. */
function shared(key: string, prepare: () => Promise<TextTask>): Promise<Uint8Array> {
  const same = underWay.get(key)
  if (same !== undefined) return same
  // A page that waits has no caller.
  const urgent = callers.getStore() === undefined
  const made = inLine(() => pool.run(prepare, { urgent })).then((bytes) => {
    remembered.set(key, bytes)
    return bytes
  })
  underWay.set(key, made)
  return made.finally(() => underWay.delete(key))
}

/** Runs the work of a caller after its other work. */
function inLine<T>(work: () => Promise<T>): Promise<T> {
  const caller = callers.getStore()
  if (caller === undefined) return work()
  const { name, most } = caller
  const line = lines.get(name) ?? { count: 0, last: Promise.resolve() }
  if (line.count >= most) return Promise.reject(new TooMuchAtOnce())
  lines.set(name, line)
  line.count += 1
  const done = line.last.then(work).finally(() => {
    line.count -= 1
    if (line.count === 0) lines.delete(name)
  })
  line.last = done.catch(() => {})
  return done
}

let usedMs = 0

async function inThisTurn<T>(work: () => T): Promise<T> {
  while (usedMs > TURN_MS) await nextTurn()
  // The first of a turn begins the count of the next one.
  if (usedMs === 0)
    setImmediate(() => {
      usedMs = 0
    })
  const begin = performance.now()
  try {
    return work()
  } finally {
    usedMs += performance.now() - begin
  }
}
