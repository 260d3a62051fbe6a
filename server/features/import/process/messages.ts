import type { RunConfig } from '#server/features/import/run/open-run-deps.ts'
import type { DatabaseAddress } from '#server/platform/database/connection.ts'

/** The messages to the process of an import. */
export type ToImport =
  | { kind: 'begin'; work: 'read' | 'run'; importId: string; address: DatabaseAddress; config: RunConfig }
  | { kind: 'stop' }

/** The messages from it. */
export type FromImport =
  | { kind: 'done' }
  | { kind: 'failed'; name: string; message: string; isPassing: boolean }
