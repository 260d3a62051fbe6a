import type { RunConfig } from '#server/features/import/run/open-run-deps.ts'
import type { DatabaseAddress } from '#server/platform/database/connection.ts'

/** What the process of an import is told. */
export type ToImport =
  | { kind: 'begin'; work: 'read' | 'run'; importId: string; address: DatabaseAddress; config: RunConfig }
  | { kind: 'stop' }

/** What it says. */
export type FromImport =
  | { kind: 'done' }
  | { kind: 'failed'; name: string; message: string; isPassing: boolean }
