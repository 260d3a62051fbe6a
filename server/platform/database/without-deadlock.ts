import { DatabaseError } from 'pg'

const DEADLOCK = '40P01'
const MAX_ATTEMPTS = 3

/** PostgreSQL ends one of two transactions that wait for each other. Nothing of it has happened, so it is run again after the other. */
export async function withoutDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isDeadlock(error) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

/** Recognises an error that was given another name too. */
const isDeadlock = (error: unknown): boolean =>
  error instanceof DatabaseError
    ? error.code === DEADLOCK
    : error instanceof Error && error.cause instanceof DatabaseError && error.cause.code === DEADLOCK
