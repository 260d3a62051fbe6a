import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const TICK_MICROSECONDS = 10_000

/** Microseconds of processor time that a process has used, with all its threads (Linux). */
export async function processorTime(pid: number): Promise<number> {
  return (await readStat(`/proc/${pid}/stat`)).time
}

/** The processor time of the main thread of a Node process. */
export async function mainThreadTime(pid: number): Promise<number> {
  return (await readStat(`/proc/${pid}/task/${pid}/stat`)).time
}

/** The processor time of the embedded PostgreSQL in a data folder: its first process and all of its children, also those that have ended. */
export async function postgresTime(dataDir: string): Promise<number> {
  const [server = 0, ...children] = await postgresProcesses(dataDir)
  const { time, ofEnded } = await readStat(`/proc/${server}/stat`)
  // A process may have ended since the list was read.
  const times = await Promise.all(children.map((pid) => processorTime(pid).catch(() => 0)))
  return times.reduce((sum, one) => sum + one, time + ofEnded)
}

/** The first process of the embedded PostgreSQL in a data folder, and the children that it has now. */
async function postgresProcesses(dataDir: string): Promise<number[]> {
  const pidFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  const server = Number(pidFile.split('\n')[0])
  return [server, ...(await childrenOf(server))]
}

/** The processes that a process has started, and that run. */
export async function childrenOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const parents = await Promise.all(
    pids.map((one) =>
      readStat(`/proc/${one}/stat`).then(
        ({ parent }) => parent,
        () => null,
      ),
    ),
  )
  return pids.filter((_, index) => parents[index] === pid)
}

/** `ofEnded` is the time of children that have ended. */
async function readStat(path: string): Promise<{ parent: number; time: number; ofEnded: number }> {
  // The name in parentheses may contain spaces and parentheses.
  const fields = (await readFile(path, 'utf8')).split(') ').at(-1)?.split(' ') ?? []
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
    (field) => Number(fields[field]),
  )
  return {
    parent,
    time: (user + system) * TICK_MICROSECONDS,
    ofEnded: (endedUser + endedSystem) * TICK_MICROSECONDS,
  }
}
