import '#server/start/load-environment.ts'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { type Config, readConfig } from '#server/platform/config.ts'
import { lockDataDir } from '#server/platform/database/data-dir.ts'
import { type Database, joinDatabase, openDatabase } from '#server/platform/database/open-database.ts'
import { inPlainWords, isDiskFailure } from '#server/platform/faults/describe-failure.ts'

/** Runs a command: an error is printed in one line, and sets the exit code. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(describeEnd(error))
    process.exitCode = 1
  }
}

function describeEnd(error: unknown): string {
  if (isDiskFailure(error))
    return `It cannot be written: ${inPlainWords(error)}. Make room there or use another disk, and try again.`
  if (!(error instanceof Error)) return String(error)
  // An error of the system, about a file.
  const { path } = error as NodeJS.ErrnoException
  return path ? `${path} cannot be used: ${inPlainWords(error)}.` : error.message
}

/**
 * Runs a command with the configured database and sets the exit code. While AI Watch is running on the same data folder, the command uses
 * its embedded PostgreSQL; otherwise that is started for the command and stopped afterwards. `say` gets the messages about that.
 */
export function runWithDatabase(
  work: (database: Database, config: Config) => Promise<void>,
  say: (line: string) => void = console.log,
): Promise<void> {
  return runCommand(async () => {
    const config = readConfig(process.env)
    const lock = await lockDataDir(config.dataDir).catch(() => null)
    const database = lock ? await openDatabase(config, say) : await joinDatabase(config)
    try {
      await work(database, config)
    } finally {
      await database.close()
      await lock?.release()
    }
  })
}

/** Runs work with the configured database while no AI Watch runs on the data folder. @throws when one does */
export async function runWithOwnDatabase<T>(
  config: Config,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const lock = await lockDataDir(config.dataDir)
  try {
    const database = await openDatabase(config, console.log)
    return await work(database).finally(() => database.close())
  } finally {
    await lock.release()
  }
}

/** Asks for a password, which a terminal does not show. A program may write it as a line instead. */
export async function readPassword(question: string): Promise<string> {
  process.stderr.write(question)
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: process.stdin.isTTY })
  try {
    const { value } = await lines[Symbol.asyncIterator]().next()
    return typeof value === 'string' ? value : ''
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
