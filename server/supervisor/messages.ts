import type { DatabaseAddress } from '#server/platform/database/connection.ts'
import type { Measured } from '#server/platform/metrics/metrics-endpoint.ts'
import type { Secrets } from '#server/platform/secrets.ts'

/** What a process is for: to serve people, or to work on jobs. */
export type Role = 'serving' | 'jobs'

/** What a process begins with. It has the rest from the environment, as its supervisor has. */
export interface Beginning {
  role: Role
  /** As it is called in the log. */
  name: string
  siteUrl: string
  processes: number
  address: DatabaseAddress
  secrets: Secrets
}

/** From the supervisor to a process. */
export type ToProcess =
  | { kind: 'begin'; with: Beginning }
  /** With the socket of a connection that is to be served. */
  | { kind: 'connection' }
  /** Follows each connection, and needs no response. */
  | { kind: 'arrived' }
  /** To end when every client has moved to another process, of whom new connections are from now on. */
  | { kind: 'retire' }
  | { kind: 'stop' }
  | { kind: 'is alive' }
  | { kind: 'measure'; asked: number }
  | { kind: 'others measured'; asked: number; measured: Measured[] }

/** From a process to its supervisor. */
export type FromProcess =
  | { kind: 'ready'; mailGoes: string }
  | { kind: 'failed'; reason: string; isDatabaseAway: boolean }
  | { kind: 'alive' }
  | { kind: 'measure others'; asked: number }
  | { kind: 'measured'; asked: number; measured: Measured }
