import type { RunConfig } from '#server/features/import/run/open-run-deps.ts'
import type { FindWordProblems } from '#server/features/setup/apply-site-file.ts'
import type { DatabaseAddress } from '#server/platform/database/connection.ts'

/** What the process of an import is told. */
export type ToImport =
  | { kind: 'begin'; work: 'read' | 'run'; importId: string; address: DatabaseAddress; config: RunConfig }
  | { kind: 'stop' }
  | { kind: 'words'; problems: Awaited<ReturnType<FindWordProblems>> }

/** What it says. The messages of the product are known to the server alone, so it asks for what is wrong with words. */
export type FromImport =
  | { kind: 'words'; asked: Parameters<FindWordProblems> }
  | { kind: 'done' }
  | { kind: 'failed'; name: string; message: string; isPassing: boolean }
