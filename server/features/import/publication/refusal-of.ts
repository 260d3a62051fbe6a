import { DatabaseError } from 'pg'

/** Runs one statement that the database may refuse because of what a file says. Returns why, or null. */
export async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    // Values, constraints, and what triggers refuse.
    if (error instanceof DatabaseError && /^(22|23)/.test(error.code ?? ''))
      return error.message.slice(0, 200)
    throw error
  }
}
