import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ImportStopped } from '#server/features/import/run/import-rows.ts'
import type { RunConfig } from '#server/features/import/run/open-import.ts'
import type { DatabaseAddress } from '#server/platform/database/connection.ts'
import { UnreadableSource } from '#server/platform/documents/source-file.ts'
import { childEnvironment, NODE_FLAGS } from '#server/platform/process/child-process.ts'
import { TryAgainLater } from '#server/platform/queue/job.ts'
import { ROOT } from '#server/platform/root.ts'

/** Reads and carries out imports in processes of their own, so that readers do not wait for what they compute. */
export interface ImportWorker {
  /** @throws UnreadableSource, ImportStopped, TryAgainLater, and why it failed */
  run(work: 'read' | 'run', importId: string, signal: AbortSignal): Promise<void>
}

/** Run from its source, because it is not part of the server's build. */
const PROCESS = join(ROOT, 'server/features/import/process/import-process.ts')
/** Enough for an export of 100,000 articles; one that means harm ends its process, and not the server. */
const FLAGS = ['--max-old-space-size=640', '--max-semi-space-size=8']
const STOP_MS = 3_000

export function createImportWorker(address: DatabaseAddress, config: RunConfig): ImportWorker {
  return {
    async run(work, importId, signal) {
      signal.throwIfAborted()
      const child = fork(PROCESS, {
        env: childEnvironment('import'),
        execArgv: [...NODE_FLAGS, ...FLAGS],
        serialization: 'advanced',
      })
      const tell = (message: ToImport) => child.connected && child.send(message)
      let kill: NodeJS.Timeout | undefined
      const stop = () => {
        tell({ kind: 'stop' })
        kill = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      }
      signal.addEventListener('abort', stop, { once: true })
      try {
        const { siteUrl, dataDir, storageDir, s3, pictureServers, contactEmail, newsletterZone } = config
        const needed = { siteUrl, dataDir, storageDir, s3, pictureServers, contactEmail, newsletterZone }
        tell({ kind: 'begin', work, importId, address, config: needed })
        const outcome = await outcomeOf(child)
        if (outcome.kind === 'failed') throw errorOf(outcome)
      } finally {
        signal.removeEventListener('abort', stop)
        clearTimeout(kill)
      }
    },
  }
}

async function outcomeOf(child: ChildProcess): Promise<FromImport> {
  let outcome: FromImport | null = null
  child.on('message', (message: FromImport) => {
    outcome = message
  })
  const [code, killer] = await once(child, 'close')
  return (
    outcome ?? {
      kind: 'failed',
      name: 'Error',
      message: `Its process ended (${killer ?? code}), perhaps because the export needs more memory than it may have`,
      isPassing: false,
    }
  )
}

function errorOf({ name, message, isPassing }: Extract<FromImport, { kind: 'failed' }>): Error {
  if (name === 'UnreadableSource') return new UnreadableSource(message)
  if (name === 'ImportStopped') return new ImportStopped(message)
  return name === 'TryAgainLater' || isPassing ? new TryAgainLater(message) : new Error(message)
}

/** The messages to the process of an import. */
export type ToImport =
  | { kind: 'begin'; work: 'read' | 'run'; importId: string; address: DatabaseAddress; config: RunConfig }
  | { kind: 'stop' }

/** The messages from it. */
export type FromImport =
  | { kind: 'done' }
  | { kind: 'failed'; name: string; message: string; isPassing: boolean }
