import type { ContractProject } from './contract-project.ts'
import { ACCESS_DIFFERENCES } from './differences/access.ts'
import { PREFERENCE_DIFFERENCES } from './differences/preferences.ts'
import { READ_DIFFERENCES } from './differences/reads.ts'
import { WRITE_DIFFERENCES } from './differences/writes.ts'

/** All differences between `/rest/v1` and PostgREST, in the order of docs/data-path.md. */
export const DIFFERENCES = [
  ...READ_DIFFERENCES,
  ...PREFERENCE_DIFFERENCES,
  ...WRITE_DIFFERENCES,
  ...ACCESS_DIFFERENCES,
] as const

export type DifferenceName = (typeof DIFFERENCES)[number]['name']

/** Returns true if the tested project has this difference: ours has, a Supabase project has not. */
export function differs({ isOurs }: ContractProject, _name: DifferenceName): boolean {
  return isOurs
}
