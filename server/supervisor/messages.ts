import type { DatabaseAddress } from '#server/platform/database/connection.ts'
import type { Measured } from '#server/platform/metrics/metrics-endpoint.ts'
import type { Secrets } from '#server/platform/secrets.ts'

/** The purpose of a process: to serve people, or to work on jobs. */
export type Role = 'serving' | 'jobs'

/** The values that a process starts with. It reads the rest from the environment, as its supervisor does. */
export interface Beginning {
  role: Role
  /** The name in the log. */
  name: string
  siteUrl: string
  processes: number
  address: DatabaseAddress
  secrets: Secrets
}

/** A message from the supervisor to a process. */
export type ToProcess =
  | { kind: 'begin'; with: Beginning }
  /** Comes with the socket of a connection that is to be served. */
  | { kind: 'connection' }
  /** Follows each connection, and needs no response. */
  | { kind: 'arrived' }
  /** Asks the process to end when every client has moved to another one, which gets new connections from now on. */
  | { kind: 'retire' }
  | { kind: 'stop' }
  | { kind: 'is alive' }
  | { kind: 'measure'; asked: number }
  | { kind: 'others measured'; asked: number; measured: Measured[] }

/** A message from a process to its supervisor. */
export type FromProcess =
  | { kind: 'ready'; mailGoes: string }
  | { kind: 'failed'; reason: string; isDatabaseAway: boolean }
  | { kind: 'alive' }
  | { kind: 'measure others'; asked: number }
  | { kind: 'measured'; asked: number; measured: Measured }
